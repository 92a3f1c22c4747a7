import ConcurrencyExtras
import Dependencies
import DependenciesMacros
import Foundation

// A client as an application writes it: the interface, its name, its preview, its live value.

@DependencyClient
struct AudioRecorderClient: Sendable {
  var currentTime: @Sendable () async -> TimeInterval = { 0 }
  var requestRecordPermission: @Sendable () async -> Bool = { false }
  var startRecording: @Sendable (_ url: URL) async throws -> Bool
  var stopRecording: @Sendable () async -> Void
}

extension DependencyValues {
  var audioRecorder: AudioRecorderClient {
    get { self[AudioRecorderClient.self] }
    set { self[AudioRecorderClient.self] = newValue }
  }
}

extension AudioRecorderClient: TestDependencyKey {
  static var previewValue: Self {
    let isRecording = LockIsolated(false)
    let currentTime = LockIsolated(0.0)
    return Self(
      currentTime: { currentTime.value },
      requestRecordPermission: { true },
      startRecording: { _ in
        isRecording.setValue(true)
        while isRecording.value {
          @Dependency(\.recordingTick) var recordingTick
          try await recordingTick()
          currentTime.withValue { $0 += 1 }
        }
        return true
      },
      stopRecording: {
        isRecording.setValue(false)
        currentTime.setValue(0)
      }
    )
  }

  static let testValue = Self()
}

/// The passing of a second of recording, so that tests decide when it does.
struct RecordingTick: DependencyKey {
  var wait: @Sendable () async throws -> Void

  func callAsFunction() async throws { try await wait() }

  static let liveValue = Self { try await Task.sleep(for: .seconds(1)) }
}

extension DependencyValues {
  var recordingTick: RecordingTick {
    get { self[RecordingTick.self] }
    set { self[RecordingTick.self] = newValue }
  }
}
