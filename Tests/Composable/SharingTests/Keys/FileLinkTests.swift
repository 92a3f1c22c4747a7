import Clocks
import DependenciesTestSupport
import Foundation
import Sharing
import Testing

/// One file is one shared value, whatever path leads to it.
@Suite(
  .dependencies {
    $0.defaultFileStorage = .fileSystem
    $0.saveThrottle = .none
  })
struct FileLinkTests {
  private let room: Room
  private let manager = FileManager.default

  init() throws { room = try Room() }

  private func link(_ name: String, to target: String) throws {
    try? manager.removeItem(at: room.file(name))
    try manager.createSymbolicLink(atPath: room.file(name).path, withDestinationPath: target)
  }

  private func number(_ name: String) -> Shared<Int> {
    Shared(wrappedValue: 0, .fileStorage(room.file(name)))
  }

  @Test("A file, a link to it and a link to its folder are one value")
  func oneValue() throws {
    try manager.createDirectory(at: room.file("real"), withIntermediateDirectories: false)
    try link("link", to: "real/file")
    try link("folder", to: "real")
    let numbers = ["real/file", "link", "folder/file", "folder/../link"].map(number)
    for (index, number) in numbers.enumerated() {
      number.withLock { $0 += 1 }
      #expect(numbers.map(\.wrappedValue) == Array(repeating: index + 1, count: 4))
      #expect(number.saveError == nil)
    }
    // If another thread is inspecting the file, it writes after the change has returned.
    flushSharedStorage()
    #expect(try FileStorage.fileSystem.text(room.file("real/file")) == "4")
    #expect(try manager.destinationOfSymbolicLink(atPath: room.file("link").path) == "real/file")
  }

  @Test("A file in a missing folder keeps its value until the folder exists")
  func missingFolder() throws {
    try manager.createDirectory(at: room.file("real"), withIntermediateDirectories: false)
    try link("link", to: "real")
    let first = number("link/new/file")
    first.withLock { $0 = 1 }
    let second = number("real/new/file")
    second.withLock { $0 += 1 }
    #expect(first.wrappedValue == 2)
  }

  @Test("A suite is one store, by any path")
  func suite() throws {
    try link("link", to: "real")
    try withDependencies {
      $0.saveThrottle = .every(.seconds(1), clock: TestClock())
    } operation: {
      let direct = FileUserDefaults(url: room.file("real"), storage: .fileSystem)
      let linked = FileUserDefaults(url: room.file("link"), storage: .fileSystem)
      direct.set(1, forKey: "number")
      // It waits to be written.
      direct.set(2, forKey: "number")
      #expect(linked.integer(forKey: "number") == 2)
      try FileManager.default.removeItem(at: room.file("link"))
      let other = FileUserDefaults(url: room.file("link"), storage: .fileSystem)
      #expect(other.object(forKey: "number") == nil)
    }
  }

  @Test("A retargeted link is followed, and its old file has its own value")
  func movedLink() async throws {
    try FileStorage.fileSystem.write("1", to: room.file("one"))
    try FileStorage.fileSystem.write("2", to: room.file("two"))
    try link("link", to: "one")
    let linked = number("link")
    #expect(linked.wrappedValue == 1)
    try link("link", to: "two")
    try await linked.load()
    #expect(linked.wrappedValue == 2)
    #expect(number("one").wrappedValue == 1)
    #expect(number("link").wrappedValue == 2)
    linked.withLock { $0 = 3 }
    #expect(try FileStorage.fileSystem.text(room.file("two")) == "3")
    #expect(try FileStorage.fileSystem.text(room.file("one")) == "1")
  }
}
