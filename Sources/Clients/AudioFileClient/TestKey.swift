public import Dependencies

extension DependencyValues {
  /// Reads audio files and brings them into the library.
  public var audioFile: AudioFileClient {
    get { self[AudioFileClient.self] }
    set { self[AudioFileClient.self] = newValue }
  }
}

extension AudioFileClient: TestDependencyKey {
  /// Works without a device or an engine.
  public static var previewValue: Self { .simulated() }
  /// Each endpoint that is called without having been overridden fails the test.
  public static let testValue = Self()
}
