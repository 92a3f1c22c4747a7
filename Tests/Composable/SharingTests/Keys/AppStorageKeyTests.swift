import ConcurrencyExtras
import DependenciesTestSupport
import FileStorage
import Foundation
import IssueReporting
import Sharing
import Testing

@Suite(.dependencies)
struct AppStorageKeyTests {
  @Dependency(\.defaultAppStorage) private var defaults

  private enum Sort: String, Sendable { case date, name }
  private enum Level: Int, Sendable { case low, high }
  private struct Settings: Codable, Equatable, Sendable { var volume: Double }

  @Test("KEY-10 Each kind of value is stored and loaded")
  func values() {
    @Shared(.appStorage("string")) var string = "a"
    @Shared(.appStorage("bool")) var bool = false
    @Shared(.appStorage("int")) var int = 1
    @Shared(.appStorage("double")) var double = 1.5
    @Shared(.appStorage("url")) var url = URL(fileURLWithPath: "/folder")
    @Shared(.appStorage("data")) var data = Data([1])
    @Shared(.appStorage("date")) var date = Date(timeIntervalSince1970: 0)
    @Shared(.appStorage("strings")) var strings = ["a"]
    #expect(defaults.string(forKey: "string") == "a")
    #expect(defaults.dictionaryRepresentation().count == 8)

    $string.withLock { $0 = "b" }
    $bool.withLock { $0 = true }
    $int.withLock { $0 = 2 }
    $double.withLock { $0 = 2.5 }
    $url.withLock { $0.append(component: "path") }
    $data.withLock { $0.append(2) }
    $date.withLock { $0 = Date(timeIntervalSince1970: 1_700_000_000.25) }
    $strings.withLock { $0.append("b") }
    #expect(defaults.string(forKey: "string") == "b")
    #expect(defaults.bool(forKey: "bool"))
    #expect(defaults.integer(forKey: "int") == 2)
    #expect(defaults.double(forKey: "double") == 2.5)
    #expect(defaults.url(forKey: "url")?.absoluteString == "file:///folder/path")
    #expect(defaults.data(forKey: "data") == Data([1, 2]))
    #expect(
      defaults.object(forKey: "date") as? Date == Date(timeIntervalSince1970: 1_700_000_000.25))
    #expect(defaults.stringArray(forKey: "strings") == ["a", "b"])

    #expect(Shared(wrappedValue: "", .appStorage("string")).wrappedValue == "b")
    @Shared(Elsewhere(base: .appStorage("date"))) var loaded = Date(timeIntervalSince1970: 1)
    #expect(loaded == date)
    @Shared(Elsewhere(base: .appStorage("strings"))) var loadedStrings = [""]
    #expect(loadedStrings == ["a", "b"])
  }

  @Test("KEY-10 An optional of each kind is stored as its value, or as none")
  func optionals() {
    @Shared(.appStorage("string")) var string: String?
    @Shared(.appStorage("bool")) var bool: Bool?
    @Shared(.appStorage("int")) var int: Int?
    @Shared(.appStorage("double")) var double: Double?
    @Shared(.appStorage("url")) var url: URL?
    @Shared(.appStorage("data")) var data: Data?
    @Shared(.appStorage("date")) var date: Date?
    @Shared(.appStorage("strings")) var strings: [String]?
    @Shared(.appStorage("sort")) var sort: Sort?
    @Shared(.appStorage("level")) var level: Level?
    @Shared(.appStorage("settings")) var settings: Settings?
    $string.withLock { $0 = "a" }
    $bool.withLock { $0 = false }
    $int.withLock { $0 = 0 }
    $double.withLock { $0 = 0 }
    $url.withLock { $0 = URL(string: "a") }
    $data.withLock { $0 = Data() }
    $date.withLock { $0 = .distantPast }
    $strings.withLock { $0 = [] }
    $sort.withLock { $0 = .date }
    $level.withLock { $0 = .low }
    $settings.withLock { $0 = Settings(volume: 1) }
    #expect(defaults.dictionaryRepresentation().count == 11)
    @Shared(Elsewhere(base: .appStorage("settings"))) var loaded: Settings?
    #expect(loaded == Settings(volume: 1))

    $string.withLock { $0 = nil }
    $bool.withLock { $0 = nil }
    $int.withLock { $0 = nil }
    $double.withLock { $0 = nil }
    $url.withLock { $0 = nil }
    $data.withLock { $0 = nil }
    $date.withLock { $0 = nil }
    $strings.withLock { $0 = nil }
    $sort.withLock { $0 = nil }
    $level.withLock { $0 = nil }
    $settings.withLock { $0 = nil }
    #expect(defaults.dictionaryRepresentation().isEmpty)
    #expect(loaded == nil)
  }

  @Test("KEY-11 An enum is stored as its raw value, be it a string or an integer")
  func enums() {
    @Shared(.appStorage("userSort")) var sort = Sort.name
    @Shared(.appStorage("level")) var level = Level.low
    $sort.withLock { $0 = .date }
    $level.withLock { $0 = .high }
    #expect(defaults.string(forKey: "userSort") == "date")
    #expect(defaults.integer(forKey: "level") == 1)
    defaults.set("name", forKey: "userSort")
    #expect(sort == .name)
  }

  @Test("KEY-12 KEY-15 A dictionary, and any other Codable value, is stored as JSON")
  func codable() throws {
    @Shared(.appStorage("counts")) var counts: [Int: Int] = [:]
    @Shared(.appStorage("settings")) var settings = Settings(volume: 0)
    $counts.withLock { $0[1, default: 0] += 5 }
    $settings.withLock { $0.volume = 0.5 }
    #expect(defaults.data(forKey: "settings") == Data(#"{"volume":0.5}"#.utf8))
    @Shared(Elsewhere(base: .appStorage("counts"))) var loaded: [Int: Int] = [:]
    #expect(loaded == [1: 5])
    // Large values pass, too.
    @Shared(.appStorage("large")) var large: [[Int]] = []
    $large.withLock { $0 = Array(repeating: Array(0..<100), count: 100) }
    #expect(large.count == 100)
    #expect(try #require(defaults.data(forKey: "large")).count > 20_000)
  }

  @Test("A stored value of another type stays, and the default applies")
  func otherType() {
    defaults.set("text", forKey: "a")
    defaults.set("nonsense", forKey: "sort")
    @Shared(.appStorage("a")) var number = 7
    @Shared(.appStorage("sort")) var sort = Sort.name
    #expect(number == 7 && sort == .name)
    #expect(defaults.string(forKey: "a") == "text")
    $number.withLock { $0 = 8 }
    #expect(defaults.integer(forKey: "a") == 8)
    defaults.set("text", forKey: "a")
    #expect(number == 7)
  }

  @Test("KEY-10 A store may be named: ours, or one of Foundation's")
  func stores() {
    let other = UserDefaults.inMemory
    @Shared(.appStorage("a")) var one = 1
    @Shared(.appStorage("a", store: other)) var two = 2
    $one.withLock { $0 = 10 }
    #expect(two == 2)
    $two.withLock { $0 = 20 }
    #expect(one == 10)
    #expect(other.integer(forKey: "a") == 20)

    let foundation = PlainDefaults(suiteName: nil)
    @Shared(.appStorage("a", store: foundation)) var three = 3
    $three.withLock { $0 = 30 }
    #expect(foundation?.values["a"] as? Int == 30)
    #expect(one == 10 && two == 20)
    @Shared(Elsewhere(base: .appStorage("a", store: foundation))) var loaded = 0
    #expect(loaded == 30)
  }

  @Test("A required value is the store's, and none is an error")
  func required() async throws {
    await #expect(throws: (any Error).self) {
      try await Shared(require: AppStorageKey<Int>.appStorage("count"))
    }
    defaults.set(7, forKey: "count")
    let count = try await Shared(require: AppStorageKey<Int>.appStorage("count"))
    #expect(count.wrappedValue == 7)
    count.withLock { $0 += 1 }
    #expect(defaults.integer(forKey: "count") == 8)
    defaults.set(9, forKey: "count")
    #expect(count.wrappedValue == 9)
    try await count.load()
    #expect(count.wrappedValue == 9)
  }

  @Test(
    "KEY-14 A change is delivered to all users of the key before the call returns")
  func delivery() {
    @Shared(.appStorage("count")) var count = 0
    @Shared(Elsewhere(base: .appStorage("count"))) var elsewhere = 0
    @SharedReader(.appStorage("count")) var reader = 0
    defaults.set(1, forKey: "count")
    #expect(count == 1 && elsewhere == 1 && reader == 1)
    $count.withLock { $0 += 1 }
    #expect(elsewhere == 2 && reader == 2)
    $elsewhere.withLock { $0 += 1 }
    #expect(count == 3)
    defaults.removeObject(forKey: "count")
    #expect(count == 0 && elsewhere == 0)
    defaults.set(4, forKey: "other")
    #expect(count == 0)
  }

  @Test("KEY-14 Changes from many threads, through two shared values, end in one value everywhere")
  func threads() async {
    let one = Shared(wrappedValue: 0, .appStorage("count"))
    let two = Shared(wrappedValue: 0, Elsewhere(base: .appStorage("count")))
    for round in 1...50 {
      await withTaskGroup { group in
        for task in 1...8 {
          group.addTask {
            (task.isMultiple(of: 2) ? one : two).withLock { $0 = round * 100 + task }
          }
        }
      }
      #expect(one.wrappedValue == two.wrappedValue)
      #expect(one.wrappedValue == defaults.integer(forKey: "count"))
    }
  }

  @Test("KEY-20 Each test, and each argument of one, has its own store", arguments: 0..<3)
  func quarantined(argument: Int) {
    @Shared(.appStorage("count")) var count = 0
    #expect(count == 0)
    $count.withLock { $0 = argument + 1 }
    #expect(defaults.integer(forKey: "count") == argument + 1)
  }

  @Test("DEP-30 Stores are dependencies, and keys use the current one where they are created")
  func dependencies() {
    let (store, files) = (UserDefaults.inMemory, FileStorage.inMemory)
    let url = URL(fileURLWithPath: "/a")
    withDependencies {
      $0.defaultAppStorage = store
      $0.defaultFileStorage = files
    } operation: {
      @Shared(.appStorage("a")) var number = 0
      @Shared(.fileStorage(url)) var text = ""
      $number.withLock { $0 = 1 }
      $text.withLock { $0 = "b" }
      #expect(store.integer(forKey: "a") == 1)
      #expect((try? files.text(url)) == #""b""#)
    }
    #expect(defaults.object(forKey: "a") == nil)
    @Shared(.appStorage("a")) var number = 0
    #expect(number == 0)
  }

  @Test("A key and its name appear in issues and dumps")
  func descriptions() {
    #expect("\(AppStorageKey<Int>.appStorage("a"))" == #".appStorage("a")"#)
    #expect("\(FileStorageKey<Int>.fileStorage(URL(fileURLWithPath: "/a")))" == ".fileStorage(/a)")
  }
}
