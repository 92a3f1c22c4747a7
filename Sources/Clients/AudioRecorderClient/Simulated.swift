import ConcurrencyExtras
import Dependencies
import Foundation

extension AudioRecorderClient {
  public static func simulated(isPermitted: Bool = true) -> Self {
    let recorder = SimulatedRecorder(isPermitted: isPermitted)
    return Self(
      currentTime: { recorder.currentTime },
      devices: { SimulatedRecorder.devices },
      levels: { recorder.levels() },
      lastEnd: { recorder.lastEnd },
      pauseRecording: { recorder.isPaused = true },
      recoverDrafts: { _ in [] },
      requestRecordPermission: { isPermitted },
      resumeRecording: { recorder.isPaused = false },
      samples: { recorder.samples() },
      selectDevice: { recorder.deviceID = $0 },
      startRecording: { _ in try await recorder.record() },
      status: { recorder.status },
      stopRecording: { recorder.stop() })
  }
}

private final class SimulatedRecorder: Sendable {
  static let devices = [
    AudioInputDevice(id: "microphone", isDefault: true, name: "Built-in Microphone"),
    AudioInputDevice(id: "headset", name: "Headset"),
  ]

  private let isPermitted: Bool
  private let state = LockIsolated(State())

  private struct State: Sendable {
    var currentTime: TimeInterval = 0
    var deviceID: String?
    var isPaused = false
    var isRecording = false
    var lastEnd: RecordingEnd?
    var listeners: [UUID: AsyncStream<AudioLevel>.Continuation] = [:]
  }

  init(isPermitted: Bool) {
    self.isPermitted = isPermitted
  }

  var currentTime: TimeInterval { state.withValue(\.currentTime) }
  var lastEnd: RecordingEnd? { state.withValue(\.lastEnd) }

  var deviceID: String? {
    get { state.withValue(\.deviceID) }
    set { state.withValue { $0.deviceID = newValue } }
  }

  var isPaused: Bool {
    get { state.withValue(\.isPaused) }
    set { state.withValue { $0.isPaused = newValue } }
  }

  var status: AudioInputStatus {
    guard isPermitted
    else { return .noDevice }
    let id = deviceID
    guard let device = Self.devices.first(where: { id == nil ? $0.isDefault : $0.id == id })
    else { return .deviceMissing(id: id ?? "") }
    return .ready(device)
  }

  func record() async throws -> Bool {
    @Dependency(\.continuousClock) var clock
    guard case .ready = status
    else { throw AudioRecorderClient.Failure.unavailable(status) }
    let isFirst = state.withValue { state in
      guard !state.isRecording
      else { return false }
      state.isRecording = true
      state.isPaused = false
      state.currentTime = 0
      state.lastEnd = nil
      return true
    }
    guard isFirst
    else { throw AudioRecorderClient.Failure.alreadyRecording }
    while state.withValue(\.isRecording) {
      do { try await clock.sleep(for: .seconds(1)) } catch { stop() }
      let (listeners, time) = state.withValue { state in
        if state.isRecording, !state.isPaused { state.currentTime += 1 }
        return (state.isRecording ? Array(state.listeners.values) : [], state.currentTime)
      }
      for listener in listeners { listener.yield(Self.level(at: time)) }
    }
    return true
  }

  func stop() {
    state.withValue { state in
      guard state.isRecording
      else { return }
      state.isRecording = false
      state.currentTime = 0
      state.lastEnd = .stopped
    }
  }

  func levels() -> AsyncStream<AudioLevel> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
      let id = UUID()
      state.withValue { $0.listeners[id] = continuation }
      continuation.onTermination = { [state] _ in
        state.withValue { $0.listeners[id] = nil }
      }
    }
  }

  func samples() -> AsyncThrowingStream<[Float], any Error> {
    @Dependency(\.continuousClock) var clock
    let given = LockIsolated(0)
    return AsyncThrowingStream { [state] in
      while state.withValue(\.isRecording) {
        let second = given.value
        if state.withValue({ $0.currentTime >= Double(second + 1) }) {
          given.setValue(second + 1)
          return Self.tone(second: second)
        }
        try await clock.sleep(for: .milliseconds(100))
      }
      return nil
    }
  }

  private static func level(at time: TimeInterval) -> AudioLevel {
    let swell = Float(0.1 + 0.7 * abs(sin(time)))
    return AudioLevel(peak: swell, rms: swell * Float(0.5).squareRoot())
  }

  private static func tone(second: Int) -> [Float] {
    (0..<16_000).map { index in
      let time = Double(second) + Double(index) / 16_000
      return level(at: time).peak * Float(sin(2 * .pi * 220 * time))
    }
  }
}
