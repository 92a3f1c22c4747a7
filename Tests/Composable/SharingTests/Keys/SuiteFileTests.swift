import Clocks
import ConcurrencyExtras
import DependenciesTestSupport
import FileStorage
import Foundation
import Sharing
import Testing

/// An app storage's use of its file.
@Suite(.dependencies)
struct SuiteFileTests {
  private let files = MemoryFiles()
  private let url = URL(fileURLWithPath: "/suite/app-storage.plist")

  private func list(_ values: [String: Any]) throws -> String {
    String(
      decoding: try PropertyListSerialization.data(
        fromPropertyList: values, format: .xml, options: 0), as: UTF8.self)
  }

  private var stored: [String: Int]? {
    guard let data = try? files.storage.read(url).data
    else { return nil }
    let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
    return list as? [String: Int]
  }

  @Test("KEY-14 Changes by another process arrive key by key")
  func external() throws {
    let store = FileUserDefaults(url: url, storage: files.storage)
    @Shared(.appStorage("a", store: store)) var a = 0
    @Shared(.appStorage("b", store: store)) var b = 0
    $a.withLock { $0 = 1 }
    try files.storage.write(list(["a": 1, "b": 2]), to: url)
    #expect(a == 1 && b == 2)
    try files.storage.write(list(["a": 3]), to: url)
    #expect(a == 3 && b == 0)
    try files.storage.delete(url)
    #expect(a == 0)
  }

  @Test("KEY-10 A default is read like a value, and not written to the file")
  func defaults() throws {
    let store = FileUserDefaults(url: url, storage: files.storage)
    @Shared(.appStorage("a", store: store)) var a = 7
    @Shared(.appStorage("b", store: store)) var b = 0
    #expect(store.integer(forKey: "a") == 7)
    #expect(stored == nil)
    $b.withLock { $0 = 1 }
    #expect(stored == ["b": 1])
  }

  @Test("A write keeps the keys that another process has just stored")
  func merged() throws {
    let store = FileUserDefaults(url: url, storage: files.storage)
    @Shared(.appStorage("a", store: store)) var a = 0
    @Shared(.appStorage("b", store: store)) var b = 0
    files.writeUnheard(try list(["b": 2, "c": 3]), to: url)
    $a.withLock { $0 = 1 }
    #expect(stored == ["a": 1, "b": 2, "c": 3])
    #expect(b == 2)
  }

  @Test("KEY-17 Changes within a second are written together; save() and flushing write at once")
  func throttle() async throws {
    let clock = TestClock()
    try await withMainSerialExecutor {
      let store = withDependencies {
        $0.saveThrottle = .every(.seconds(1), clock: clock)
      } operation: {
        FileUserDefaults(url: url, storage: files.storage)
      }
      let a = Shared(wrappedValue: 0, .appStorage("a", store: store))
      a.withLock { $0 = 1 }
      #expect(stored == ["a": 1])
      a.withLock { $0 = 2 }
      store.set(5, forKey: "b")
      #expect(stored == ["a": 1])
      await clock.advance(by: .seconds(1))
      #expect(stored == ["a": 2, "b": 5])
      a.withLock { $0 = 3 }
      try await a.save()
      #expect(stored == ["a": 3, "b": 5])
      a.withLock { $0 = 4 }
      flushSharedStorage()
      #expect(stored == ["a": 4, "b": 5])
    }
  }

  @Test("Ours counts when it waits while another process stores the same key")
  func sameKey() async throws {
    let clock = TestClock()
    await withMainSerialExecutor {
      let store = withDependencies {
        $0.saveThrottle = .every(.seconds(1), clock: clock)
      } operation: {
        FileUserDefaults(url: url, storage: files.storage)
      }
      let a = Shared(wrappedValue: 0, .appStorage("a", store: store))
      a.withLock { $0 = 1 }
      a.withLock { $0 = 2 }
      _ = try? files.storage.write(list(["a": 9, "b": 9]), to: url)
      #expect(a.wrappedValue == 2)
      #expect(store.integer(forKey: "b") == 9)
      await clock.advance(by: .seconds(1))
      #expect(a.wrappedValue == 2)
      #expect(stored == ["a": 2, "b": 9])
    }
  }

  @Test("A file that is not a property list is a load error, and is kept; a new one is started")
  func unreadable() throws {
    try files.storage.write("nonsense", to: url)
    let store = FileUserDefaults(url: url, storage: files.storage)
    @Shared(.appStorage("a", store: store)) var a = 7
    #expect(a == 7)
    let kept = try #require(($a.loadError as? UnreadableFileError)?.keptAt)
    #expect((try? files.storage.text(kept)) == "nonsense")
    $a.withLock { $0 = 8 }
    #expect($a.saveError == nil)
    #expect(stored == ["a": 8])
  }

  @Test("A file that cannot be written is a save error; the next change tries again")
  func saveError() throws {
    let below = url.appending(component: "below")
    try files.storage.write("in the way", to: url)
    let store = FileUserDefaults(url: below, storage: files.storage)
    let (a, b) = (
      Shared(wrappedValue: 0, .appStorage("a", store: store)),
      Shared(wrappedValue: 0, .appStorage("b", store: store))
    )
    a.withLock { $0 = 1 }
    #expect((a.saveError as? FileStorageError)?.reason == .notAFolder)
    #expect(!store.synchronize())
    try files.storage.delete(url)
    b.withLock { $0 = 2 }
    #expect(b.saveError == nil)
    let data = try #require(try files.storage.read(below).data)
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    #expect(list as? [String: Int] == ["a": 1, "b": 2])
    #expect(store.synchronize())
  }

  @Test("A file damaged by another program loses no value: it is kept aside and rewritten")
  func spoilt() throws {
    let store = FileUserDefaults(url: url, storage: files.storage)
    @Shared(.appStorage("a", store: store)) var a = 0
    @Shared(.appStorage("b", store: store)) var b = 0
    $a.withLock { $0 = 1 }
    try files.storage.write("nonsense", to: url)
    #expect(a == 1)
    let kept = try #require(($a.loadError as? UnreadableFileError)?.keptAt)
    #expect(try files.storage.text(kept) == "nonsense")
    $b.withLock { $0 = 2 }
    #expect(stored == ["a": 1, "b": 2])
    #expect(a == 1)
    try files.storage.write(list(["a": 1, "b": 3]), to: url)
    #expect(b == 3)
    #expect($a.loadError == nil && $b.loadError == nil)
  }

  @Test("Saving over a file damaged by another program keeps it aside and loses no value")
  func spoiltWhenSaved() throws {
    let store = FileUserDefaults(url: url, storage: files.storage)
    @Shared(.appStorage("a", store: store)) var a = 0
    @Shared(.appStorage("b", store: store)) var b = 0
    $a.withLock { $0 = 1 }
    files.writeUnheard("nonsense", to: url)
    $b.withLock { $0 = 2 }
    #expect(a == 1)
    #expect(stored == ["a": 1, "b": 2])
    #expect(files.names.count == 2)
  }
}
