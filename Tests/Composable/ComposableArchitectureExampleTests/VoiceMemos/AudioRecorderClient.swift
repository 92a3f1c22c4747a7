import ComposableArchitecture

/// The microphone.
@DependencyClient
struct AudioRecorderClient: Sendable {
  /// The length of the recording in seconds; `nil` if there is none.
  var currentTime: @Sendable () async -> TimeInterval?

  /// Asks the user for the microphone.
  var requestRecordPermission: @Sendable () async -> Bool = { false }

  /// Records to a file, and returns when the recording has come to its end: whether that is a good
  /// one.
  var startRecording: @Sendable (_ url: URL) async throws -> Bool

  /// Ends the recording.
  var stopRecording: @Sendable () async -> Void
}

extension AudioRecorderClient: TestDependencyKey {
  static let testValue = Self()

  /// Counts seconds on a clock, without recording.
  static var previewValue: Self {
    let duration = LockIsolated<TimeInterval>(0)
    let isRecording = LockIsolated(false)
    return Self(
      currentTime: { isRecording.value ? duration.value : nil },
      requestRecordPermission: { true },
      startRecording: { _ in
        @Dependency(\.continuousClock) var clock
        isRecording.setValue(true)
        for await _ in clock.timer(interval: .seconds(1)) {
          guard isRecording.value
          else { break }
          duration.withValue { $0 += 1 }
        }
        return true
      },
      stopRecording: {
        isRecording.setValue(false)
        duration.setValue(0)
      }
    )
  }
}

extension DependencyValues {
  var audioRecorder: AudioRecorderClient {
    get { self[AudioRecorderClient.self] }
    set { self[AudioRecorderClient.self] = newValue }
  }
}
