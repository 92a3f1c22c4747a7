public import DatabaseClient
import Foundation
import SharedModels
import Tagged

/// A small library as the program of an earlier schema version has left it. The files of
/// `Tests/Clients/EarlierLibraries` are taken from the history and never change with the program.
public struct EarlierLibrary: Sendable {
  public enum Database: String, Sendable {
    case postgres = "PostgreSQL"
    case sqlite = "SQLite"
  }

  /// The data that versions of SQLite libraries have added.
  private enum Addition: Int {
    case processedFiles = 2
    case webhook, checkpoints, tokens
    case links = 7
    case speakers, languages, likenesses, repairs
    case traces = 13
    case versions, sessions, details
    case summary = 18
  }

  public let database: Database
  public let version: Int

  public init(_ database: Database, version: Int) {
    self.database = database
    self.version = version
  }

  /// One script for each version up to this one. Each adds to the schema, then to the data.
  public var scripts: [String] {
    get throws {
      let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Clients/EarlierLibraries/\(database.rawValue)")
      return try (1...version).map {
        try String(contentsOf: folder.appending(path: "\($0).sql"), encoding: .utf8)
      }
    }
  }

  private func has(_ addition: Addition) -> Bool {
    switch database {
    case .postgres:
      switch addition {
      case .traces: version >= 4
      case .versions: version >= 8
      case .sessions: version >= 9
      case .details: version >= 10
      case .summary: version >= 12
      default: true
      }
    case .sqlite: version >= addition.rawValue
    }
  }

  public static let searches = ["planning", "京の", "会", "forgotten"]

  public func contents(of client: DatabaseClient) async throws -> LibraryContents {
    try await LibraryContents(of: client, searching: Self.searches)
  }

  public var contents: LibraryContents {
    var contents = LibraryContents()
    contents.memos = memos
    var finished = job(1, attempts: 1, .done)
    finished.endedAt = date(20)
    finished.transcribedUntil = .seconds(2)
    contents.finishedJobs = [finished]
    if has(.processedFiles) {
      contents.processedFiles = [
        ProcessedFile(
          path: "/watched/Memo 1.flac", byteCount: 1001, modifiedAt: 17_000_000_000),
        ProcessedFile(
          path: "/watched/broken.wav", byteCount: 12, modifiedAt: 18_000_000_000,
          problem: "it is not an audio file"),
      ]
    }
    if has(.webhook) {
      contents.webhook = URL(string: "http://localhost:9000/hook").map {
        Webhook(url: $0, nextAt: date(50), problem: "connection refused", waitingCount: 1)
      }
    }
    if has(.tokens) {
      contents.tokens = [
        AccessToken(
          name: "phone", scopes: [.read, .write], createdAt: date(60), lastUsedAt: date(70)),
        AccessToken(name: "robot", scopes: [.transcribe], createdAt: date(60)),
      ]
    }
    if has(.sessions) {
      let browser = AccessToken(
        name: "Browser, 1970-01-01T00:01:30Z", scopes: [.read], createdAt: date(90),
        lastUsedAt: date(95), kind: .session, parent: "phone")
      let guest = AccessToken(
        name: "guest", scopes: [.read], createdAt: date(60), expiresAt: date(4_102_444_800))
      contents.tokens = [browser, guest] + contents.tokens
    }
    if has(.links) {
      contents.links = [
        ShareLink(
          id: ShareLink.ID(.fixed(0x51)), memo: Recording.ID(.fixed(1)), createdAt: date(60),
          expiresAt: date(4_102_444_800))
      ]
    }
    contents.voices = voices
    contents.found = [
      "planning": [Recording.ID(.fixed(1))], "京の": [Recording.ID(.fixed(6))],
      "会": [Recording.ID(.fixed(6))], "forgotten": [],
    ]
    return contents
  }

  // MARK: - Memos

  /// Newest first.
  private var memos: [ArchivedMemo] {
    var duplicate = Recording.fixed(7, title: "Duplicate")
    duplicate.transcription = .cancelled
    var meeting = Recording.fixed(6, title: "会議")
    meeting.transcription = .done
    var notes = Recording.fixed(5, title: "Old notes")
    notes.transcription = .done
    notes.trashedAt = date(9000)
    var noise = Recording.fixed(4, title: "Noise")
    noise.transcription = .failed(reason: "the audio is damaged")
    var interview = Recording.fixed(3, title: "Interview")
    interview.transcription = .running(progress: 0.5)
    var groceries = Recording.fixed(2, title: "Groceries")
    groceries.provenance = .recorded(device: "USB microphone")
    groceries.transcription = .queued
    var planning = Recording.fixed(1, title: "Weekly planning")
    planning.transcription = .done
    var plannedTwice = archived(
      planning, plan, transcript(209, "en", "tiny.en", [.spoken("weekly planing")], at: 10))
    if has(.versions) { plannedTwice.versions = versions }
    if has(.summary) { plannedTwice.summary = summary }
    return [
      ArchivedMemo(recording: duplicate),
      archived(meeting, transcript(206, "ja", "base", [.spoken("東京 の 天気")])),
      archived(notes, transcript(205, "en", "tiny.en", [.spoken("forgotten words")])),
      ArchivedMemo(recording: noise, job: failedJob),
      ArchivedMemo(
        recording: interview, job: runningJob, keptSegments: [.spoken("where it stopped")]),
      ArchivedMemo(recording: groceries, job: queuedJob),
      plannedTwice,
    ]
  }

  private func archived(_ memo: Recording, _ transcripts: Transcription...) -> ArchivedMemo {
    ArchivedMemo(
      recording: memo, transcriptions: transcripts, currentTranscription: transcripts.first?.id)
  }

  private func transcript(
    _ number: UInt8, _ language: String, _ model: String, _ segments: [Segment],
    at seconds: Double = 20
  ) -> Transcription {
    Transcription(
      id: Transcription.ID(.fixed(number)), createdAt: date(seconds),
      engine: TranscriptionEngine(name: "engine", version: "1"), language: language, model: model,
      segments: segments, settings: TranscriptionJob.fixed(1).settings)
  }

  private var plan: Transcription {
    var last = Segment.spoken("starts now", from: .seconds(1))
    if has(.speakers) {
      for index in last.words.indices { last.words[index].speaker = Speaker.ID(index) }
    }
    if has(.languages) { last.language = "de" }
    var plan = transcript(201, "en", "tiny.en", [.spoken("weekly planning"), last])
    plan.editedAt = date(30)
    if has(.repairs) { plan.repairs = 2 }
    if has(.details) { plan.details.hasFaintSpeech = true }
    if has(.speakers) {
      plan.speakers = [
        Speaker(id: 0, name: "Anna", voice: anna), Speaker(id: 1, likelyName: "Ben", voice: ben),
      ]
    }
    return plan
  }

  private var versions: [ArchivedVersion] {
    let (earlier, current) = (Transcription.ID(.fixed(209)), Transcription.ID(.fixed(201)))
    let change = TextDifference(
      from: [.spoken("weekly planing")], to: [.spoken("weekly planning")])
    return [
      ArchivedVersion(transcription: earlier, date: date(10), editedAt: nil),
      ArchivedVersion(transcription: current, date: date(20), editedAt: nil),
      ArchivedVersion(
        transcription: current, date: date(30), editedAt: date(30), change: change),
    ]
  }

  private var summary: Summary {
    var summary = Summary(
      provenance: Summary.Provenance(
        model: "gemma", promptVersion: 1, transcription: plan, createdAt: date(40)))
    summary.droppedCount = 1
    summary.sentence = Summary.Point(
      "The plan of the week.",
      quote: Summary.Quote(
        text: "weekly planning", words: 0..<2, start: .zero, end: .seconds(1)))
    return summary
  }

  // MARK: - Voices

  private var anna: Voice {
    Voice(model: "resemblyzer", embedding: [1, 0], sameLikeness: 0.83)
  }

  private var ben: Voice { Voice(model: "voices", embedding: [0, 1], sameLikeness: 0.65) }

  private var voices: [RememberedVoice] {
    var voices: [RememberedVoice] = []
    if has(.speakers) {
      voices = [
        RememberedVoice(name: "Anna", voice: anna, createdAt: date(80)),
        RememberedVoice(name: "Ben", voice: ben, createdAt: date(80)),
      ]
    }
    if has(.likenesses) {
      let cleo = Voice(model: "voices", embedding: [0.5, 0.5], sameLikeness: 0.75)
      voices.append(RememberedVoice(name: "Cleo", voice: cleo, createdAt: date(80)))
    }
    return voices
  }

  // MARK: - Jobs

  private func job(
    _ number: UInt8, attempts: Int, _ state: TranscriptionJob.State
  ) -> TranscriptionJob {
    var job = TranscriptionJob.fixed(number)
    job.attempts = attempts
    job.state = state
    return job
  }

  public var queuedJob: TranscriptionJob {
    var job = job(2, attempts: 0, .queued)
    if has(.traces) { job.trace = TraceID("4bf92f3577b34da6a3ce929d0e0e4736") }
    return job
  }

  public var runningJob: TranscriptionJob {
    var job = job(3, attempts: 1, .running)
    job.transcribedUntil = .milliseconds(1500)
    if has(.checkpoints) { job.checkpoint = .fixed }
    return job
  }

  private var failedJob: TranscriptionJob {
    var job = job(4, attempts: 3, .failed)
    job.endedAt = date(40)
    job.reason = "the audio is damaged"
    return job
  }

  private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }
}
