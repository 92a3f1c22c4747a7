public import Dependencies

extension DependencyValues {
  /// Records sound from a microphone.
  public var audioRecorder: AudioRecorderClient {
    get { self[AudioRecorderClient.self] }
    set { self[AudioRecorderClient.self] = newValue }
  }
}

extension AudioRecorderClient: TestDependencyKey {
  /// Works without a device or an engine.
  public static var previewValue: Self { .simulated() }
  /// Each endpoint that is called without having been overridden fails the test.
  public static let testValue = Self()
}
