import ConcurrencyExtras
import Dependencies
import FileStorage
import Foundation
import Sharing
import Testing

struct FileUserDefaultsTests {
  private let files = FileStorage.inMemory
  private let url = URL(fileURLWithPath: "/suite/app-storage.plist")

  private func defaults() -> FileUserDefaults { FileUserDefaults(url: url, storage: files) }

  private func list() throws -> [String: Any] {
    let data = try #require(try files.read(url).data)
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    return try #require(list as? [String: Any])
  }

  @Test("Each kind of value survives a round trip, also through the file")
  func values() throws {
    let date = Date(timeIntervalSinceReferenceDate: 721_692_800.125)
    do {
      let defaults = defaults()
      defaults.set("text", forKey: "string")
      defaults.set(true, forKey: "bool")
      defaults.set(42, forKey: "int")
      defaults.set(4.5, forKey: "double")
      defaults.set(Float(0.5), forKey: "float")
      defaults.set(URL(string: "https://example.com/a?b"), forKey: "url")
      defaults.set(Data([0, 255]), forKey: "data")
      defaults.set(date, forKey: "date")
      defaults.set(["a", "b"], forKey: "strings")
      defaults.set(["a": [1, 2]], forKey: "dictionary")
    }
    let data = try #require(try files.read(url).data)
    // Another storage shares only the file.
    let others = FileStorage.inMemory(fileSystem: LockIsolated([url: data]))
    for defaults in [defaults(), FileUserDefaults(url: url, storage: others)] {
      #expect(defaults.string(forKey: "string") == "text")
      #expect(defaults.bool(forKey: "bool"))
      #expect(defaults.object(forKey: "bool") is Bool)
      #expect(defaults.integer(forKey: "int") == 42)
      #expect(defaults.double(forKey: "double") == 4.5)
      #expect(defaults.float(forKey: "float") == 0.5)
      #expect(defaults.url(forKey: "url") == URL(string: "https://example.com/a?b"))
      #expect(defaults.data(forKey: "data") == Data([0, 255]))
      #expect(defaults.object(forKey: "date") as? Date == date)
      #expect(defaults.stringArray(forKey: "strings") == ["a", "b"])
      #expect(defaults.dictionary(forKey: "dictionary") as? [String: [Int]] == ["a": [1, 2]])
      #expect(defaults.dictionaryRepresentation().count == 10)
      #expect(defaults.object(forKey: "missing") == nil)
    }
  }

  @Test("A value removed or set to nil is gone, and the registered default applies")
  func removing() throws {
    let defaults = defaults()
    defaults.register(defaults: ["a": 1, "b": 2])
    defaults.set(10, forKey: "a")
    #expect(defaults.integer(forKey: "a") == 10)
    #expect(try list().keys.sorted() == ["a"])
    defaults.removeObject(forKey: "a")
    #expect(defaults.integer(forKey: "a") == 1)
    #expect(try list().isEmpty)
    defaults.set(10, forKey: "a")
    defaults.set(nil, forKey: "a")
    #expect(defaults.integer(forKey: "a") == 1)
  }

  @Test("A value that a property list cannot store is reported and not set")
  func unsupported() {
    let defaults = defaults()
    withKnownIssue {
      defaults.set(Foundation.Thread.current, forKey: "a")
    } matching: {
      $0.description.contains("cannot be stored for 'a'")
    }
    #expect(defaults.object(forKey: "a") == nil)
  }

  @Test("Two values of one file share a store; those in memory share nothing")
  func identity() {
    let (one, other) = (defaults(), defaults())
    one.set(1, forKey: "a")
    #expect(other.integer(forKey: "a") == 1)
    let (memory, otherMemory) = (UserDefaults.inMemory, UserDefaults.inMemory)
    memory.set(1, forKey: "a")
    #expect(memory.integer(forKey: "a") == 1)
    #expect(otherMemory.integer(forKey: "a") == 0)
  }

  @Test("A write keeps keys that others added to the file, and reads them")
  func others() throws {
    let defaults = defaults()
    defaults.set(1, forKey: "ours")
    var values = try list()
    values["theirs"] = 2
    let data = try PropertyListSerialization.data(
      fromPropertyList: values, format: .xml, options: 0)
    try files.write(data, to: url)
    #expect(defaults.integer(forKey: "theirs") == 2)
    defaults.set(3, forKey: "more")
    #expect(try list().keys.sorted() == ["more", "ours", "theirs"])
  }

  @Test("A file that is not a property list is kept aside, and the values start over")
  func unreadable() throws {
    try files.write(Data("nonsense".utf8), to: url)
    let defaults = defaults()
    #expect(defaults.object(forKey: "a") == nil)
    #expect(try files.read(url).stamp.isMissing)
    defaults.set(1, forKey: "a")
    #expect(try list().keys.sorted() == ["a"])
  }

  @Test("Suites have a file each, below the folder for configuration")
  func suites() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(component: "suites-\(UUID().uuidString)")
    let names = ["one", "two/../three", "..", ""]
    let urls = names.map { FileUserDefaults.url(ofSuite: $0, configuration: folder) }
    #expect(Set(urls).count == names.count)
    for url in urls {
      #expect(url.lastPathComponent == "app-storage.plist")
      let parent = url.deletingLastPathComponent().deletingLastPathComponent()
      #expect(parent.standardizedFileURL.path == folder.standardizedFileURL.path)
    }
  }
}
