import DependenciesTestSupport
import Foundation
import Sharing
import Testing

@Suite(.dependencies)
struct AppStorageErrorTests {
  @Dependency(\.defaultAppStorage) private var defaults

  private struct Settings: Codable, Equatable, Sendable { var volume: Double }

  @Test("KEY-15 Data that cannot be decoded is a load error, and stays unchanged")
  func undecodable() async throws {
    defaults.set(Data(#"{"loudness":1}"#.utf8), forKey: "settings")
    @Shared(.appStorage("settings")) var settings = Settings(volume: 7)
    #expect(settings == Settings(volume: 7))
    let error = try #require($settings.loadError as? UnreadableAppStorageError)
    #expect(
      error.localizedDescription == """
        Cannot understand the value of 'settings' in the app storage: 'volume' is missing. It is \
        left as it is; when it is set anew, the old value is kept under a dated name.
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

  @Test("KEY-15 Data that cannot be decoded is kept under a dated name when a new value is set")
  func keptAside() throws {
    let (first, second) = (Data("{".utf8), Data("[".utf8))
    defaults.set(first, forKey: "settings")
    @Shared(.appStorage("settings")) var settings = Settings(volume: 7)
    $settings.withLock { $0.volume = 8 }
    #expect($settings.saveError == nil && $settings.loadError == nil)
    #expect(defaults.data(forKey: "settings") == Data(#"{"volume":8}"#.utf8))
    defaults.set(second, forKey: "settings")
    $settings.withLock { $0.volume = 9 }
    $settings.withLock { $0.volume = 10 }
    let kept = defaults.dictionaryRepresentation().filter { $0.key != "settings" }
    #expect(kept.keys.allSatisfy { $0.hasPrefix("settings.unreadable-2") })
    #expect(Set(kept.values.compactMap { $0 as? Data }) == [first, second])
  }

  @Test("Undecodable data that others have replaced is not kept")
  func setByOthers() {
    defaults.set(Data("{".utf8), forKey: "settings")
    @Shared(.appStorage("settings")) var settings = Settings(volume: 7)
    defaults.set(Data(#"{"volume":2}"#.utf8), forKey: "settings")
    $settings.withLock { $0.volume = 8 }
    #expect(Array(defaults.dictionaryRepresentation().keys) == ["settings"])
  }
}
