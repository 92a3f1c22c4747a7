import ConcurrencyExtras
import Dependencies
import FileStorage
import Foundation
import Sharing
import Testing

struct DefaultFileStorageTests {
  @Dependency(\.defaultFileStorage) private var files

  private static let shared = URL.documentsDirectory.appending(component: "shared.json")

  @Test("KEY-20 X-24 Every test has its own files in memory", arguments: 1...4)
  func quarantined(_ number: Int) throws {
    // Arguments of one test may share a storage, so each has a separate one.
    try withDependencies {
      $0.defaultFileStorage = .inMemory
    } operation: {
      @Dependency(\.defaultFileStorage) var files
      #expect(try files.read(Self.shared).data == nil)
      try files.write("\(number)", to: Self.shared)
      #expect(try files.text(Self.shared) == "\(number)")
    }
  }

  @Test("One test's files…")
  func first() throws {
    #expect(try files.read(Self.shared).data == nil)
    try files.write("first", to: Self.shared)
    #expect(try files.text(Self.shared) == "first")
    #expect(!FileManager.default.fileExists(atPath: Self.shared.path))
  }

  @Test("…are not another's")
  func second() throws {
    #expect(try files.read(Self.shared).data == nil)
    try files.write("second", to: Self.shared)
    #expect(try files.text(Self.shared) == "second")
    #expect(files != .fileSystem)
  }

  @Test("The running application has the files of the machine, a preview has memory")
  func contexts() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(\.defaultFileStorage) var files
      #expect(files == .fileSystem)
    }
    withDependencies {
      $0.context = .preview
    } operation: {
      @Dependency(\.defaultFileStorage) var files
      #expect(files != .fileSystem)
    }
  }

  @Test("KEY-20 KEY-24 KEY-25 A test fills the files and reads them as a dictionary")
  func dictionary() throws {
    let settings = URL.applicationSupportDirectory.appending(component: "settings.json")
    let box = LockIsolated<[URL: Data]>([settings: Data("{}".utf8), .users: Data("[]".utf8)])
    let files = FileStorage.inMemory(fileSystem: box)
    #expect(try files.text(settings) == "{}")
    #expect(try files.text(.users) == "[]")
    try files.write("[1]", to: .users)
    #expect(box.value == [settings: Data("{}".utf8), .users: Data("[1]".utf8)])
  }

  @Test("Data put into the dictionary by hand has its own stamp")
  func byHand() throws {
    let box = LockIsolated<[URL: Data]>([:])
    let files = FileStorage.inMemory(fileSystem: box)
    let stamp = try files.write("a", to: .users)
    box.setValue([.users: Data("b".utf8)])
    #expect(try files.stamp(of: .users) != stamp)
    #expect(try files.text(.users) == "b")
  }

  @Test("Storages with the same dictionary are equal, others are not")
  func equality() {
    let box = LockIsolated<[URL: Data]>([:])
    let (one, other) = (
      FileStorage.inMemory(fileSystem: box), FileStorage.inMemory(fileSystem: box)
    )
    #expect(one == other)
    #expect(Set([one, other, .fileSystem, .fileSystem]).count == 2)
    #expect(FileStorage.inMemory != .inMemory)
  }
}

extension URL {
  fileprivate static let users = URL.documentsDirectory.appending(path: "users.json")
}
