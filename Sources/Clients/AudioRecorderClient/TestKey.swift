public import Dependencies

extension DependencyValues {
  /// Records sound from a microphone.
  public var audioRecorder: AudioRecorderClient {
    get { self[AudioRecorderClient.self] }
    set { self[AudioRecorderClient.self] = newValue }
  }
}

extension AudioRecorderClient: TestDependencyKey {
  public static var previewValue: Self { .simulated() }
  public static let testValue = Self()
}
