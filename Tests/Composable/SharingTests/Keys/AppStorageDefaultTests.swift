import DependenciesTestSupport
import FileStorage
import Foundation
import Sharing
import Testing

/// The content of an app storage before a shared value changes.
@Suite(.dependencies)
struct AppStorageDefaultTests {
  @Dependency(\.defaultAppStorage) private var defaults

  private struct Settings: Codable, Equatable, Sendable { var volume: Double }

  @Test("KEY-10 Others read a default as if it were stored, from the first use of the key")
  func readDefault() {
    @Shared(.appStorage("other")) var other: Int?
    do {
      @Shared(.appStorage("count")) var count = 42
      @Shared(.appStorage("settings")) var settings = Settings(volume: 1)
      #expect(defaults.integer(forKey: "count") == 42)
      #expect(defaults.data(forKey: "settings") == Data(#"{"volume":1}"#.utf8))
      @Shared(.appStorage("none")) var none: Int?
      #expect(defaults.object(forKey: "none") == nil)
      @Shared(Elsewhere(base: .appStorage("other"))) var same: Int? = 7
      #expect(other == 7)
    }
    @Shared(.appStorage("count")) var count = 5
    #expect(count == 42)
    $count.withLock { $0 += 1 }
    #expect(defaults.integer(forKey: "count") == 43)
    defaults.removeObject(forKey: "count")
    #expect(count == 42)
  }

  @Test("KEY-10 An optional set to nil stays nil, whatever its default was")
  func nilIsNoDefault() {
    @Shared(.appStorage("name")) var name: String? = "Blob"
    @Shared(Elsewhere(base: .appStorage("name"))) var elsewhere: String?
    #expect(defaults.string(forKey: "name") == "Blob")
    #expect(elsewhere == "Blob")
    $name.withLock { $0 = nil }
    #expect(defaults.object(forKey: "name") == nil)
    #expect(elsewhere == nil)
    defaults.set("Other", forKey: "unrelated")
    #expect(name == nil)
  }
}
