import ComposableArchitecture

/// The loudspeaker.
@DependencyClient
struct AudioPlayerClient: Sendable {
  /// Plays a file, and returns when it has come to its end: whether it was played whole.
  var play: @Sendable (_ url: URL) async throws -> Bool
}

extension AudioPlayerClient: TestDependencyKey {
  static let testValue = Self()
}

extension DependencyValues {
  var audioPlayer: AudioPlayerClient {
    get { self[AudioPlayerClient.self] }
    set { self[AudioPlayerClient.self] = newValue }
  }
}

private enum OpenSettingsKey: TestDependencyKey {
  static let testValue: @Sendable () async -> Void = unimplemented("openSettings")
}

private enum TemporaryDirectoryKey: TestDependencyKey {
  static let testValue: @Sendable () -> URL = unimplemented(
    "temporaryDirectory", placeholder: URL(filePath: "/dev/null"))
}

extension DependencyValues {
  /// Shows the settings where the user can allow the microphone.
  var openSettings: @Sendable () async -> Void {
    get { self[OpenSettingsKey.self] }
    set { self[OpenSettingsKey.self] = newValue }
  }

  /// The initial location of recordings.
  var temporaryDirectory: @Sendable () -> URL {
    get { self[TemporaryDirectoryKey.self] }
    set { self[TemporaryDirectoryKey.self] = newValue }
  }
}
