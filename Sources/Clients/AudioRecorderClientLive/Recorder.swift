import AudioFileClient
import AudioRecorderClient
import ConcurrencyExtras
import Dependencies
import Foundation
import POSIX

final class Recorder: Sendable {
  private let system: CaptureSystem
  private let space: DiskSpace
  private let levelStreams = LevelStreams()
  private let state = LockIsolated(State())

  private struct State: Sendable {
    var current: (control: RecordingControl, work: Task<Bool, any Error>)?
    var device: String?
    var lastEnd: RecordingEnd?
    var waiting: [UUID: CheckedContinuation<RecordingControl?, Never>] = [:]
  }

  init(_ system: CaptureSystem, space: DiskSpace) {
    self.system = system
    self.space = space
  }

  var currentTime: TimeInterval? { control?.time }
  var lastEnd: RecordingEnd? { state.withValue(\.lastEnd) }
  private var control: RecordingControl? { state.withValue { $0.current?.control } }

  func levels() -> AsyncStream<AudioLevel> { levelStreams.stream() }

  func select(_ device: String?) { state.withValue { $0.device = device } }

  func setPaused(_ isPaused: Bool) { control?.isPaused = isPaused }

  func status() async -> AudioInputStatus {
    let device = state.withValue(\.device)
    let system = system
    let status = try? await onOwnThread("status") { system.status(of: device) }
    return status ?? .noDevice
  }

  func devices() async throws -> [AudioInputDevice] {
    try await onOwnThread("devices", system.devices)
  }

  func stop() async {
    guard let current = state.withValue(\.current)
    else { return }
    current.control.end()
    _ = await current.work.result
  }

  func record(to url: URL) async throws -> Bool {
    let control = RecordingControl(levels: levelStreams)
    let work: Task<Bool, any Error>? = state.withValue { state in
      guard state.current == nil
      else { return nil }
      // Unstructured, so that canceling the caller ends the recording but still saves it.
      let work = Task { try await self.record(control, to: url) }
      state.current = (control, work)
      state.lastEnd = nil
      for waiter in state.waiting.values { waiter.resume(returning: control) }
      state.waiting = [:]
      return work
    }
    guard let work
    else { throw AudioRecorderClient.Failure.alreadyRecording }
    return try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      control.end()
    }
  }

  private func record(_ control: RecordingControl, to url: URL) async throws -> Bool {
    defer {
      control.finish()
      state.withValue { $0.current = nil }
    }
    let device = state.withValue(\.device)
    let end = try await capture(control, from: device, to: url)
    state.withValue { $0.lastEnd = end }
    control.finish()
    let draft = Draft.url(of: url)
    guard Draft.duration(byteCount: control.draftByteCount) >= AudioRecorderClient.shortestRecording
    else {
      try? removeFile(draft.path)
      throw AudioRecorderClient.Failure.nothingRecorded(end)
    }
    try await keep(draft, as: url)
    return end == .stopped
  }

  private func capture(
    _ control: RecordingControl, from device: String?, to url: URL
  ) async throws -> RecordingEnd {
    @Dependency(\.date) var date
    let (date0, space, system) = (date, space, system)
    return try await onOwnThread("recording") {
      guard !fileExists(url.path)
      else { throw AudioRecorderClient.Failure.destinationExists(path: url.path) }
      guard space.isEnough(for: url, draftByteCount: 0)
      else { throw AudioRecorderClient.Failure.diskFull(path: url.path) }
      let source = try system.open(device)
      let draft = try Draft(of: url, startingAt: date0.now)
      control.begin(draft.url)
      let end = Capture(
        control: control, source: source, draft: draft, space: space,
        longestDelay: system.longestDelay
      ).run()
      draft.finish()
      return end
    }
  }

  private func keep(_ draft: URL, as url: URL) async throws {
    @Dependency(\.audioFile) var audioFile
    do {
      _ = try await audioFile.encode(from: draft, to: url, comment: Draft.comment(on: url))
      try? removeFile(draft.path)
    } catch {
      throw AudioRecorderClient.Failure.draftKept(
        path: draft.path, reason: String(describing: error))
    }
  }

  func samples() -> AsyncThrowingStream<[Float], any Error> {
    let reader = LockIsolated<DraftReader?>(control.map(DraftReader.init))
    return AsyncThrowingStream {
      if reader.value == nil, let control = await self.nextControl() {
        reader.setValue(DraftReader(control))
      }
      return try await reader.value?.next()
    }
  }

  private func nextControl() async -> RecordingControl? {
    let id = UUID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let known: RecordingControl?? = state.withValue { state in
          if let control = state.current?.control { return control }
          if Task.isCancelled { return .some(nil) }
          state.waiting[id] = continuation
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    } onCancel: {
      state.withValue { $0.waiting.removeValue(forKey: id) }?.resume(returning: nil)
    }
  }
}
