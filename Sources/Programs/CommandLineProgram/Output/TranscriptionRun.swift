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
  let waitsForOthers: Bool
  let width: Int?

  @Dependency(\.database) private var database
  @Dependency(\.isRemote) private var isRemote
  @Dependency(\.speechClient) private var speechClient
  @Dependency(\.terminal) private var terminal

  private struct State: Sendable {
    var ended: Set<Recording.ID> = []
    var failureCount = 0
    var outputError: (any Error)?
  }

  init(_ recordings: [Recording], width: Int?, waitsForOthers: Bool = true) {
    self.recordings = recordings
    self.waitsForOthers = waitsForOthers
    self.width = width
  }

  func run() async throws -> Int {
    do { try await EngineSetup().offer() } catch is CancellationError { throw stopped }
    if !isRemote {
      if terminal.isVerbose { await logEngine() }
      let ids = Set(recordings.map(\.id))
      let jobs = try await database.jobs.list().filter { ids.contains($0.recordingID) }
      await ModelDownloads().note(jobs.map(\.model))
    }
    let byID = Dictionary(
      recordings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let meter = TranscriptionMeter(recordings)
    let printer = ImportReport()
    let state = LockIsolated(State())
    defer { meter.erase() }
    let report: @Sendable (TranscriptionQueue.Event) async -> Void = { event in
      do {
        switch event {
        case .began:
          break
        case .failed(let id, let reason):
          state.withValue {
            $0.ended.insert(id)
            $0.failureCount += 1
          }
          guard let recording = byID[id]
          else { return }
          meter.erase()
          try printer.failed(recording, reason: reason)
        case .finished(let id, _):
          state.withValue { _ = $0.ended.insert(id) }
          guard let recording = byID[id], let text = try await database.transcription(of: id)
          else { return }
          meter.erase()
          try printer.transcribed(recording, text)
          terminal.detail(
            "\(recording.id.short)  \(text.making.printable), after \(meter.elapsed().brief)")
          meter.update(id, fraction: 1)
        case .progressed(let id, let fraction):
          meter.update(id, fraction: fraction)
        case .speakersFailed(let id, let reason):
          guard let recording = byID[id]
          else { return }
          meter.erase()
          terminal.note("\(recording.id.short)  speakers were not detected: \(reason.printable)")
        }
        meter.draw()
      } catch {
        state.withValue { $0.outputError = $0.outputError ?? error }
      }
    }
    do {
      let ids = Set(byID.keys)
      if isRemote {
        try await TranscriptionFollower().follow(ids, report: report)
      } else if waitsForOthers {
        try await TranscriptionQueue().complete(ids, width: width, report: report)
      } else {
        try await TranscriptionQueue().run(among: ids, width: width, report: report)
      }
    } catch is CancellationError {
      throw stopped
    }
    let outcome = state.value
    if let error = outcome.outputError { throw error }
    meter.erase()
    try await noteOthers(Set(byID.keys).subtracting(outcome.ended))
    return outcome.failureCount
  }

  private var stopped: CommandFailure {
    CommandFailure(
      isRemote
        ? "stopped; the server continues to transcribe"
        : "stopped; 'speechmemo retry' resumes where it stopped")
  }

  private func logEngine() async {
    let status = await speechClient.engineStatus()
    let name = status.engine?.text ?? "none"
    let model = status.modelLocation.map { ", default model in \($0)" } ?? ""
    terminal.note("engine \(name) \(status.placeText)\(model)".printable)
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
