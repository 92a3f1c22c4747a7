import DependenciesTestSupport
import Foundation
import Sharing
import Testing

@Suite(.dependencies)
struct AppStorageErrorTests {
  @Dependency(\.defaultAppStorage) private var defaults

  private struct Settings: Codable, Equatable, Sendable { var volume: Double }

  @Test("KEY-15 Data that cannot be decoded is a load error, and is left alone")
  func undecodable() async throws {
    defaults.set(Data(#"{"loudness":1}"#.utf8), forKey: "settings")
    @Shared(.appStorage("settings")) var settings = Settings(volume: 7)
    #expect(settings == Settings(volume: 7))
    let error = try #require($settings.loadError as? UnreadableAppStorageError)
    #expect(
      error.localizedDescription == """
        Cannot understand the value of 'settings' in the app storage: 'volume' is missing. It is \
        left as it is until it is set anew.
        """)
    #expect(defaults.data(forKey: "settings") == Data(#"{"loudness":1}"#.utf8))
    await #expect(throws: UnreadableAppStorageError.self) { try await $settings.load() }

    defaults.set(Data(#"{"volume":2}"#.utf8), forKey: "settings")
    #expect(settings == Settings(volume: 2))
    #expect($settings.loadError == nil)
    defaults.set(Data("{".utf8), forKey: "settings")
    #expect(settings == Settings(volume: 2))
    #expect($settings.loadError is UnreadableAppStorageError)
    defaults.set(Data(#"{"volume":2}"#.utf8), forKey: "settings")
    #expect($settings.loadError == nil)

    @Shared(.appStorage("none")) var none: Settings?
    #expect(none == nil && $none.loadError == nil)
    defaults.set(Data("{".utf8), forKey: "none")
    #expect($none.loadError is UnreadableAppStorageError)
  }
}
