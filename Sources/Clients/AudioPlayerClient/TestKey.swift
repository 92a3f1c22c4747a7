public import Dependencies

extension DependencyValues {
  /// Plays recordings.
  public var audioPlayer: AudioPlayerClient {
    get { self[AudioPlayerClient.self] }
    set { self[AudioPlayerClient.self] = newValue }
  }
}

extension AudioPlayerClient: TestDependencyKey {
  public static var previewValue: Self { .simulated() }
  public static let testValue = Self()
}
