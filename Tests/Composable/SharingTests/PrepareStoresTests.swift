import Dependencies
import FileStorage
import Foundation
import Sharing
import Testing

struct PrepareStoresTests {
  @Test("DEP-20 DEP-30 Both stores are prepared in one call, and hold shared values")
  func prepareStores() throws {
    prepareDependencies {
      $0.defaultAppStorage = .inMemory
      $0.defaultFileStorage = .inMemory
    }
    @Dependency(\.defaultAppStorage) var defaults
    @Dependency(\.defaultFileStorage) var files
    let url = URL(fileURLWithPath: "/notes.json")
    @Shared(.appStorage("count")) var count = 1
    @Shared(.fileStorage(url)) var notes = ["first"]
    $count.withLock { $0 = 2 }
    $notes.withLock { $0.append("second") }
    #expect(defaults.integer(forKey: "count") == 2)
    let data = try #require(files.read(url).data)
    #expect(try JSONDecoder().decode([String].self, from: data) == ["first", "second"])
  }
}
