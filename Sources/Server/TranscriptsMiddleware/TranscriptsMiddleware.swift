import DatabaseClient
import Dependencies
import Foundation
public import HTTPMessages
import ImportCore
import MiddlewareHelpers
public import ServerRouter
public import SharedModels
import SharedSettings
import Sharing
import SpeechClient
public import TranscriptExport

public struct TranscriptsMiddleware: Sendable {
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.settingsStore) private var settingsStore
  @Dependency(\.speechClient) private var speechClient
  @Dependency(\.uuid) private var uuid

  public init() {}

  /// - Parameter format: `nil` for the transcript with all details.
  public func get(
    _ id: Recording.ID, as format: ExportFormat?, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let (memo, transcription) = try await transcribed(id)
    guard let format
    else { return try request.json(transcription.withoutVoices) }
    let summary = format.hasSummary ? try await database.summaries.summary(of: id) : nil
    let text = try export(memo, transcription, summary, as: format)
    return request.reply(Array(text.utf8), as: format.mediaType)
  }

  private func transcribed(
    _ id: Recording.ID
  ) async throws -> (memo: Recording, transcription: Transcription) {
    let memo = try await database.memo(id)
    guard let transcription = try await database.transcription(of: id)
    else {
      throw ServerProblem.noTranscript(memo.transcription.missingReason)
    }
    return (memo, transcription)
  }

  /// - Throws: A problem if the segments have changed, or the memo has another transcript.
  public func edit(
    _ id: Recording.ID, _ change: TranscriptChange, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    var transcription = try await transcribed(id).transcription
    try request.requirePreconditions(for: transcription.withoutVoices)
    let edit =
      switch change {
      case .segment(let change): try transcription.edit(change, at: now)
      case .segments(let edit, let wanted): try transcription.checked(edit, of: wanted)
      }
    if let edit {
      try await database.editTranscription(id: transcription.id, with: edit)
      transcription.apply(edit)
    }
    return try HTTPResponse.json(transcription.withoutVoices)
  }

  /// Stores the speakers' voices only if this library's settings ask for it.
  public func edit(_ id: Recording.ID, _ change: SpeakerChange) async throws -> HTTPResponse {
    var edit = try await transcribed(id).transcription.checked(change.edit, of: change.transcript)
    if case .replace(var speakers, let words, let turns) = edit,
      SharedReader(.settings).wrappedValue.speakers != .remember
    {
      for index in speakers.indices { speakers[index].voice = nil }
      edit = .replace(speakers, words: words, turns: turns)
    }
    try await database.editSpeakers(id: change.transcript, with: edit)
    return .noContent
  }

  public func transcribe(
    _ id: Recording.ID, _ wanted: TranscribeRequest
  ) async throws -> HTTPResponse {
    try await database.requireOutsideTrash(id)
    var asked = JobRequest()
    asked.model = try await model(wanted.model)
    asked.quality = wanted.quality
    asked.settings.channels = wanted.channels
    asked.settings.language = wanted.language.flatMap(LanguageName.normalized)
    asked.settings.vocabulary = wanted.vocabulary
    asked.settings.voiceFilter = wanted.voiceFilter ?? .normal
    asked.settings.speakers = try wanted.speakers.map { text in
      guard let speakers = SpeakerSettings(text: text)
      else {
        throw ServerProblem(
          .unprocessableContent, .invalidValue,
          detail: "'speakers' must be \(SpeakerSettings.expectation)")
      }
      return speakers
    }
    guard wanted.track ?? 1 > 0
    else {
      throw ServerProblem(
        .unprocessableContent, .invalidValue, detail: "'track' must be 1 or more")
    }
    asked.settings.track = wanted.track
    let settings = SharedReader(.settings).wrappedValue
    let jobID = try wanted.job.map { text in
      guard let id = UUID(uuidString: text)
      else {
        throw ServerProblem(.unprocessableContent, .invalidID, detail: "'job' must be a UUID")
      }
      return id
    }
    let completed = asked.completed(by: settings)
    try await requireLanguage(of: completed)
    let job = completed.job(for: id, id: jobID ?? uuid(), at: now)
    try await database.jobs.enqueue(job: job)
    return try HTTPResponse.json(try await database.memo(id), .accepted)
  }

  /// Only installed models: a client must not have a folder read or weights downloaded.
  private func model(_ name: String?) async throws -> String? {
    guard let name, !name.isEmpty, name != SharedReader(.settings).wrappedValue.model
    else { return nil }
    let names = await speechClient.installedModels()
    guard !names.contains(name)
    else { return name }
    throw ServerProblem(
      .unprocessableContent, .unknownModel,
      detail: names.isEmpty
        ? "this server has no models: run 'speechmemo models add' there"
        : "this server has no model with that name: use one of \(names.joined(separator: ", "))")
  }

  /// Refuses a language that the model is known not to support, which would fail later.
  private func requireLanguage(of job: JobRequest) async throws {
    // Other machines transcribe the libraries of a database, with models of their own.
    guard let language = job.settings.language, settingsStore == nil,
      let model = await speechClient.engineStatus().model(job.model, lacking: language)
    else { return }
    throw ServerProblem(
      .unprocessableContent, .unsupportedLanguage,
      detail: """
        the model '\(model.name)' does not support the language '\(language)': use \
        \(model.languages.joined(separator: ", ")), or another model
        """)
  }

  /// Also dismisses a failed job.
  public func cancel(_ id: Recording.ID) async throws -> HTTPResponse {
    _ = try await database.memo(id)
    guard let job = try await database.jobs.job(of: id)
    else { return .noContent }
    do {
      try await database.jobs.end(id: job.id, outcome: .cancelled)
    } catch DatabaseError.notFound {
      // The job has ended in the meantime.
    }
    return .noContent
  }
}

extension Transcription {
  fileprivate func checked<Edit>(_ edit: Edit, of wanted: ID) throws -> Edit {
    guard id == wanted
    else { throw ServerProblem.notFound("this memo has no transcript with that id") }
    return edit
  }

  fileprivate func edit(_ change: TextChange, at now: Date) throws -> TranscriptionEdit? {
    guard segments.indices.contains(change.segment), segments[change.segment].text == change.was
    else {
      throw ServerProblem(
        .conflict, .conflictingChange,
        detail: "the segment has changed since you fetched it: fetch the transcript again")
    }
    var segments = segments
    segments[change.segment].text = change.text
    return edit(text: segments.map(\.text).joinedAsText(), at: now)
  }
}

extension TranscriptionState {
  var missingReason: String {
    switch self {
    case .queued, .running: "the transcript is not ready yet: try again later"
    case .failed(let reason): "transcription failed: \(reason)"
    case .cancelled, .done, .none, .unknown:
      "the memo has no transcript: request one with a POST to its 'transcription'"
    }
  }
}
