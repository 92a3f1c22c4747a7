import AudioFileClient
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import ImportCore
import RecordingCore
import SharedModels
import SharedSettings
import SpeakerCore
import Styleguide
import TerminalClient
import TranscriptionCore

struct CommandLineTranscriber {
  struct Memo {
    let recording: Recording
    let transcription: Transcription
  }

  /// Options that have no effect on audio that the library already has.
  let givenOptions: [String]
  let keeps: Bool
  let printer: TranscriptPrinter?
  let request: JobRequest

  @Dependency(\.database) private var database
  @Dependency(\.terminal) private var terminal

  init(
    keeps: Bool, request: JobRequest, givenOptions: [String] = [],
    printer: TranscriptPrinter? = nil
  ) {
    self.givenOptions = givenOptions
    self.keeps = keeps
    self.printer = printer
    self.request = request
  }

  enum Source {
    case file(URL)
    case standardInput

    var name: String {
      switch self {
      case .file(let url): url.escapedPath
      case .standardInput: "-"
      }
    }

    func isFile(at place: URL) -> Bool {
      if case .file(let url) = self { url.isSameFile(as: place) } else { false }
    }

    func message(_ problem: String) -> String {
      let name = if case .standardInput = self { "standard input" } else { name }
      return problem.contains(name) ? problem : "\(name): \(problem)"
    }
  }

  func make(of source: Source) async throws -> Memo {
    let memo =
      if keeps {
        try await keep(source)
      } else {
        switch source {
        case .file(let file):
          try await transcribe(file, named: file.lastPathComponent, source)
        case .standardInput:
          try await transcribePipe()
        }
      }
    if memo.transcription.segments.isEmpty {
      let remark = memo.transcription.isTooFaint ? "; \(faintRemark(memo))" : ""
      terminal.warn(source.message("no speech detected\(remark)").printable)
    }
    return memo
  }

  /// Warns after the text, whose last line is open before.
  func noteLanguage(of memo: Memo, from source: Source) {
    if memo.transcription.details.isForeign {
      terminal.warn(source.message(Transcription.foreignRemark).printable)
    }
  }

  private func faintRemark(_ memo: Memo) -> String {
    keeps
      ? memo.recording.faintRemark
      : "some of it may be too faint: '--voice-filter low' includes faint speech"
  }

  func noteConfidence(of memo: Memo, from source: Source) {
    guard terminal.isTerminal(stream: .error), !terminal.isJSON,
      let confidence = memo.transcription.confidence
    else { return }
    let percent = Int((confidence * 100).rounded(.down))
    terminal.note(
      source.message("about \(percent) of 100 words should be right").printable)
  }

  /// Names the audio track that was chosen. To follow the text, whose last line is open before.
  func noteTrack(of memo: Memo, from source: Source) {
    guard request.settings.track == nil, let track = memo.transcription.settings.track
    else { return }
    let text = "audio track \(track) was transcribed; --track selects another one"
    terminal.note(source.message(text).printable)
  }

  private func transcribePipe() async throws -> Memo {
    let sound = try await PipedAudio()
    do {
      return try await transcribe(sound.file, named: "Standard input", .standardInput)
    } catch let error as AudioFileError {
      // Hides the temporary path, which the user doesn't know.
      throw CommandFailure(
        error.description.replacingOccurrences(of: sound.file.path, with: "standard input"))
    }
  }

  private func transcribe(
    _ file: URL, named name: String, _ source: Source
  ) async throws -> Memo {
    var settings = request.settings
    let (recording, isTruncated, track) = try await FileTranscriber().memo(
      of: file.audioTrack(settings.track), named: name)
    settings.track = track ?? settings.track
    if isTruncated { noteTruncation(source, recording) }
    if settings.channels == nil, settings.speakers == nil, recording.audio.channelCount == 2 {
      settings.channels = try await SpeakerFinder().channelsAreSpeakers(
        in: file.audioTrack(settings.track))
    }
    let transcription = try await watching(recording) { [settings] report, show in
      try await FileTranscriber().transcription(
        of: recording, in: file, model: request.model, settings: settings,
        likelyLanguages: LikelyLanguages().ofLocale, report: report,
        onSegment: { segment in
          // Labels of speakers come before the text.
          if !settings.mayHaveSpeakers(of: recording.audio) { try show([segment]) }
        },
        speakersFailed: { terminal.note("speakers were not detected: \("\($0)".printable)") })
    }
    return Memo(recording: recording, transcription: transcription)
  }

  private func keep(_ source: Source) async throws -> Memo {
    let outcome =
      switch source {
      case .file(let file): try await Importer()(file, job: request)
      case .standardInput: try await StandardInputImporter()(job: request)
      }
    let recording: Recording
    switch outcome {
    case .added(let added, let isTruncated, _):
      recording = added
      if isTruncated { noteTruncation(source, added) }
    case .alreadyExists(let twin):
      recording = twin
      ImportReport().ignored(givenOptions, source.name, twin)
      if !twin.transcription.isPending, try await database.transcription(of: twin.id) == nil {
        throw CommandFailure(
          """
          \(source.name) is already in the library as \(twin.title); 'speechmemo retry \
          \(twin.id.short)' transcribes it
          """)
      }
    }
    if recording.transcription.isPending { try await transcribe(recording) }
    guard let transcription = try await database.transcription(of: recording.id)
    else {
      throw CommandFailure(
        "\(source.name) is saved, and 'speechmemo retry \(recording.id.short)' transcribes it")
    }
    return Memo(recording: recording, transcription: transcription)
  }

  private func transcribe(_ recording: Recording) async throws {
    let failure = LockIsolated<String?>(nil)
    let outputError = LockIsolated<(any Error)?>(nil)
    let job = printer != nil ? try await database.jobs.job(of: recording.id) : nil
    let shownCount = LockIsolated(0)
    try await watching(recording) { report, show in
      try await TranscriptionQueue().complete([recording.id]) { event in
        switch event {
        case .failed(_, let reason): failure.setValue(reason)
        case .progressed(_, let fraction):
          await report(fraction)
          guard let job, !job.settings.mayHaveSpeakers(of: recording.audio),
            outputError.value == nil,
            let segments = try? await database.jobs.keptSegments(
              of: job.id, after: shownCount.value)
          else { return }
          shownCount.withValue { $0 += segments.count }
          // A closed output must not stop a transcription for the library.
          do { try show(segments) } catch { outputError.setValue(error) }
        case .began, .finished: break
        case .speakersFailed(_, let reason):
          terminal.note("speakers were not detected: \(reason.printable)")
        }
      }
    }
    if let error = outputError.value { throw error }
    if let reason = failure.value {
      throw CommandFailure(
        "\(reason); the memo is saved, and 'speechmemo retry \(recording.id.short)' tries again")
    }
  }

  private func noteTruncation(_ source: Source, _ recording: Recording) {
    terminal.warn(
      """
      \(source.message("the audio is truncated").printable); only the first \
      \(recording.duration.clock) was transcribed
      """)
  }

  private func watching<Value: Sendable>(
    _ recording: Recording,
    _ work: (
      _ report: @escaping @Sendable (Double) async -> Void,
      _ show: @escaping @Sendable ([Segment]) throws -> Void
    ) async throws -> Value
  ) async throws -> Value {
    let meter = TranscriptionMeter([recording])
    defer { meter.erase() }
    let report: @Sendable (Double) async -> Void = { fraction in
      meter.update(recording.id, fraction: fraction)
      meter.draw()
    }
    let show: @Sendable ([Segment]) throws -> Void = { [printer, terminal] segments in
      guard let printer, !segments.isEmpty
      else { return }
      // The reader of a pipe may write to the same terminal.
      if !terminal.isFile(stream: .output) { meter.hide() }
      try printer.print(segments, of: recording)
    }
    return try await work(report, show)
  }
}

extension Transcription {
  static let foreignRemark =
    "this does not sound like English; try 'speechmemo models use base', and transcribe it again"
}

extension Recording {
  var faintRemark: String {
    "some of it may be too faint: 'speechmemo retry \(id.short) --voice-filter low' includes it"
  }
}
