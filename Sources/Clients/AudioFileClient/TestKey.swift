public import Dependencies

extension DependencyValues {
  /// Reads audio files and brings them into the library.
  public var audioFile: AudioFileClient {
    get { self[AudioFileClient.self] }
    set { self[AudioFileClient.self] = newValue }
  }
}

extension AudioFileClient: TestDependencyKey {
  public static var previewValue: Self { .simulated() }
  public static let testValue = Self()
}
