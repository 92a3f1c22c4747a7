import ConcurrencyExtras
import DatabaseClient
import Dependencies
import SharedModels
import SpeechClient
import Styleguide
import TerminalClient
import TranscriptionCore

struct TranscriptionRun {
  let recordings: [Recording]
  let width: Int?

  @Dependency(\.terminal) private var terminal
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.database) private var database
  @Dependency(\.isRemote) private var isRemote
  @Dependency(\.speechClient) private var speechClient

  init(_ recordings: [Recording], width: Int?) {
    self.recordings = recordings
    self.width = width
  }

  /// Returns the number of failures.
  func run() async throws -> Int {
    if !isRemote { await speechClient.logEngine() }
    let byID = Dictionary(
      recordings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let failures = LockIsolated(0)
    let ended = LockIsolated<Set<Recording.ID>>([])
    let outputError = LockIsolated<(any Error)?>(nil)
    let meter = LockIsolated(
      TranscriptionMeter(
        recordings, isShown: !terminal.isJSON && terminal.canDraw(on: .error), width: terminal.width
      ))
    let elapsed = clock.stopwatch()
    defer { terminal.erase(meter.value) }
    let report: @Sendable (TranscriptionQueue.Event) async -> Void = { event in
      do {
        switch event {
        case .began:
          break
        case .failed(let id, let reason):
          ended.withValue { _ = $0.insert(id) }
          failures.withValue { $0 += 1 }
          guard let recording = byID[id]
          else { return }
          terminal.erase(meter.value)
          try ImportReport().failed(recording, reason: reason)
        case .finished(let id, _):
          ended.withValue { _ = $0.insert(id) }
          guard let recording = byID[id], let text = try await database.transcription(of: id)
          else { return }
          terminal.erase(meter.value)
          try ImportReport().transcribed(recording, text)
          terminal.detail(
            "\(recording.id.short)  \(text.making.printable), after \(elapsed().brief)")
          meter.withValue { $0.update(id, fraction: 1) }
        case .progressed(let id, let fraction):
          meter.withValue { $0.update(id, fraction: fraction) }
        case .speakersFailed(let id, let reason):
          guard let recording = byID[id]
          else { return }
          terminal.erase(meter.value)
          terminal.note("\(recording.id.short)  speakers were not detected: \(reason.printable)")
        }
        terminal.draw(meter.value, elapsed: elapsed())
      } catch {
        outputError.withValue { $0 = $0 ?? error }
      }
    }
    do {
      if isRemote {
        try await TranscriptionFollower().follow(Set(byID.keys), report: report)
      } else {
        try await TranscriptionQueue().run(
          among: Set(byID.keys), width: width, report: report)
      }
    } catch is CancellationError {
      if isRemote {
        throw CommandFailure("stopped; the server continues to transcribe")
      }
      throw CommandFailure("stopped; 'speechmemo retry' resumes where it stopped")
    }
    if let error = outputError.value { throw error }
    terminal.erase(meter.value)
    try await noteOthers(Set(byID.keys).subtracting(ended.value))
    return failures.value
  }

  private func noteOthers(_ ids: Set<Recording.ID>) async throws {
    guard !ids.isEmpty
    else { return }
    let kept = try await database.recordings(matching: RecordingQuery(ids: Array(ids)))
    let running = kept.count(where: \.transcription.isPending)
    if running > 0 {
      terminal.note(
        "\(running) memo\(running == 1 ? " is" : "s are") being transcribed by another process.")
    }
    let deleted = ids.count - kept.count
    if deleted > 0 {
      terminal.note("\(deleted) memo\(deleted == 1 ? " was" : "s were") deleted in the meantime.")
    }
  }
}

extension Transcription {
  fileprivate var making: String {
    let language = language.map { " in \($0)" } ?? ""
    let model = model.isEmpty ? "its default model" : model
    return "\(segments.count.counted("segment"))\(language) by \(engine.text) with \(model)"
  }
}

extension TerminalClient {
  func draw(_ meter: TranscriptionMeter, elapsed: Duration) {
    if meter.isShown { drawProgress(meter.text(elapsed: elapsed)) }
  }

  func erase(_ meter: TranscriptionMeter) {
    if meter.isShown { eraseProgress() }
  }
}
