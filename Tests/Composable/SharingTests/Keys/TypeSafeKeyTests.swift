import DependenciesTestSupport
import Foundation
// No other import is needed to declare keys: it exports the folders and the storages.
import Sharing
import Testing

private struct SyncUp: Codable, Equatable, Identifiable, Sendable {
  let id: Int
  var title = ""
}

private struct Route: Codable, Equatable, Sendable { var id: Int }

private struct Preferences: Codable, Equatable, Sendable { var isBold = false }

private struct TurnStats: Equatable, Sendable {
  var maxCount = 0
  mutating func increment() { maxCount += 1 }
}

private enum UserSort: String { case name, date }

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<SyncUp>> {
  fileprivate static var plainSyncUps: Self {
    fileStorage(.documentsDirectory.appending(component: "sync-ups.json"))
  }
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<SyncUp>>.Default {
  fileprivate static var syncUps: Self {
    Self[
      .fileStorage(.documentsDirectory.appending(component: "sync-ups.json")),
      default: [SyncUp(id: 1, title: "Design")]
    ]
  }
}

extension SharedKey where Self == AppStorageKey<Int> {
  fileprivate static var count: Self { appStorage("count") }
}

extension SharedKey where Self == AppStorageKey<UserSort>.Default {
  fileprivate static var userSort: Self { Self[.appStorage("userSort"), default: .name] }
}

extension SharedKey where Self == InMemoryKey<TurnStats> {
  fileprivate static var stats: Self { inMemory("stats") }
}

extension SharedKey where Self == InMemoryKey<Int?>.Default {
  fileprivate static var selection: Self { Self[.inMemory("selection"), default: 3] }
}

extension SharedReaderKey where Self == AppStorageKey<Int?>.Default {
  fileprivate static var limit: Self { Self[.appStorage("limit"), default: nil] }
}

extension SharedKey where Self == FileStorageKey<Route?>.Default {
  fileprivate static var lastRoute: Self { Self[.fileStorage(.users), default: Route(id: 1)] }
}

extension SharedReaderKey where Self == FileStorageKey<[Route]>.Default {
  fileprivate static var path: Self {
    Self[.fileStorage(.documentsDirectory.appending(path: "path.json")), default: []]
  }
}

extension SharedReaderKey where Self == FileStorageKey<[Route]> {
  fileprivate static var plainPath: Self {
    fileStorage(.documentsDirectory.appending(path: "path.json"))
  }
}

extension URL {
  fileprivate static let users = URL.documentsDirectory.appending(path: "users.json")
}

@Suite(.dependencies)
struct TypeSafeKeyTests {
  @Dependency(\.defaultFileStorage) private var files

  @Test("KEY-01 A key without a default is declared once, and gets its default where it is used")
  func withoutDefault() {
    @Shared(.plainSyncUps) var syncUps: IdentifiedArrayOf = [SyncUp(id: 7)]
    #expect(syncUps == [SyncUp(id: 7)])
    $syncUps.withLock { _ = $0.remove(id: 7) }
    @SharedReader(.plainSyncUps) var reader: IdentifiedArrayOf<SyncUp> = []
    #expect(reader == [])
  }

  @Test("KEY-02 A key has a default, and a default at the property overrides it")
  func withDefault() {
    do {
      @Shared(.syncUps) var syncUps
      #expect(syncUps == [SyncUp(id: 1, title: "Design")])
    }
    @Shared(.syncUps) var syncUps = []
    #expect(syncUps == [])
  }

  @Test("SHR-07 KEY-02 A key of an optional value brings its default along, be that nil or not")
  func optionalWithDefault() {
    @Shared(.selection) var selection
    @SharedReader(.selection) var sameSelection: Int?
    @Shared(.limit) var limit
    @SharedReader(.limit) var sameLimit
    @Shared(.lastRoute) var lastRoute
    @SharedReader(.lastRoute) var sameRoute
    #expect(selection == 3 && limit == nil && lastRoute == Route(id: 1))
    $selection.withLock { $0 = nil }
    $limit.withLock { $0 = 5 }
    $lastRoute.withLock { $0 = nil }
    #expect(sameSelection == nil && sameLimit == 5 && sameRoute == nil)
    @Shared(.selection) var other: Int? = 9
    #expect(other == nil)
  }

  @Test("KEY-02 A key provides its default")
  func initialValue() {
    let key: InMemoryKey<Int?>.Default = .selection
    #expect(key.initialValue == 3)
    let syncUps: FileStorageKey<IdentifiedArrayOf<SyncUp>>.Default = .syncUps
    #expect(syncUps.initialValue == [SyncUp(id: 1, title: "Design")])
  }

  @Test("KEY-27 A value in memory stays without properties, and so does its first default")
  func inMemoryStays() {
    do {
      @Shared(.inMemory("count")) var count = 5
      @Shared(.inMemory("text")) var text = "a"
      $text.withLock { $0 = "b" }
    }
    @Shared(.inMemory("count")) var count = 7
    @SharedReader(.inMemory("text")) var text = "c"
    #expect(count == 5 && text == "b")
    @Shared(Elsewhere(base: .inMemory("count"))) var elsewhere = 0
    #expect(elsewhere == 5)
    $elsewhere.withLock { $0 = 6 }
    #expect(count == 6)
    let observer = ObservationTests.Observer { [shared = $count] in _ = shared.wrappedValue }
    $elsewhere.withLock { $0 = 8 }
    #expect(count == 8 && observer.count == 1)
  }

  @Test("KEY-27 A value in memory is changed in place, without a copy")
  func inMemoryInPlace() {
    @Shared(.inMemory("numbers")) var numbers = [1, 2, 3]
    func change() -> UnsafeRawPointer? {
      $numbers.withLock { numbers in
        numbers[0] += 1
        return numbers.withUnsafeBytes { $0.baseAddress }
      }
    }
    let first = change()
    #expect(change() == first)
    #expect(numbers == [3, 2, 3])
  }

  @Test("KEY-03 KEY-09 An app storage key is created by appStorage and declared with its type")
  func appStorage() {
    @Shared(.count) var count = 5
    $count.withLock { $0 += 1 }
    @Dependency(\.defaultAppStorage) var defaults
    #expect(defaults.integer(forKey: "count") == 6)
    @Shared(.userSort) var sort
    #expect(sort == .name)
  }

  @Test("KEY-04 KEY-27 KEY-28 A key in memory holds any Sendable value, Codable or not")
  func inMemory() {
    @Shared(.stats) var stats = TurnStats()
    $stats.withLock { $0.increment() }
    @Shared(.stats) var same = TurnStats(maxCount: 100)
    #expect(same == TurnStats(maxCount: 1))
    @Shared(.inMemory("events")) var events: [@Sendable () -> Int] = []
    $events.withLock { $0.append { 42 } }
    #expect(events.map { $0() } == [42])
  }

  @Test("KEY-05 KEY-06 X-07 A key that is declared on SharedReaderKey serves both wrappers")
  func onReaderKey() {
    @Shared(.path) var path
    @SharedReader(.path) var reader
    @Shared(.plainPath) var plain: [Route] = []
    $path.withLock { $0.append(Route(id: 1)) }
    #expect(reader == [Route(id: 1)])
    #expect(plain == [Route(id: 1)])
  }

  @Test("KEY-16 KEY-23 A file in the documents folder, in both spellings")
  func documents() {
    @Shared(.fileStorage(.documentsDirectory.appending(component: "meetings.json")))
    var meetings: [String] = []
    @Shared(.fileStorage(.documentsDirectory.appending(path: "meetings.json")))
    var same: [String] = []
    $meetings.withLock { $0.append("a") }
    #expect(same == ["a"])
  }

  @Test("KEY-24 A file in the application support folder")
  func applicationSupport() {
    let url = URL.applicationSupportDirectory.appending(component: "settings.json")
    @Shared(.fileStorage(.applicationSupportDirectory.appending(component: "settings.json")))
    var preferences = Preferences()
    $preferences.withLock { $0.isBold = true }
    #expect((try? files.read(url))?.data != nil)
  }

  @Test("KEY-25 A file that is named by a static property of URL")
  func urlStatics() {
    @Shared(.fileStorage(.users)) var users: [String] = []
    $users.withLock { $0.append("Blob") }
    #expect((try? files.read(.users))?.data != nil)
  }

  @Test("KEY-26 SHR-07 An optional value needs no default")
  func optional() {
    @Shared(.fileStorage(URL(fileURLWithPath: "/preferences.json")))
    var preferences: Preferences?
    #expect(preferences == nil)
    $preferences.withLock { $0 = Preferences(isBold: true) }
    #expect(preferences == Preferences(isBold: true))
    $preferences.withLock { $0 = nil }
    @Shared(Elsewhere(base: .fileStorage(URL(fileURLWithPath: "/preferences.json"))))
    var loaded: Preferences?
    #expect(loaded == nil && $loaded.loadError == nil)
  }

  @Test("KEY-30 A key is only for values of its type")
  func types() {
    let key: Any = FileStorageKey<[Route]>.fileStorage(.users)
    #expect(key is any SharedKey<[Route]>)
    #expect(!(key is any SharedKey<[SyncUp]>))
    @Shared(.syncUps) var syncUps
    #expect(type(of: $syncUps) == Shared<IdentifiedArrayOf<SyncUp>>.self)
  }

  @Test("KEY-31 A key that is declared once is the same wherever it is spelled out")
  func spelledOut() {
    @Shared(.count) var count = 0
    @Shared(.appStorage("count")) var spelledOut = 0
    $count.withLock { $0 += 1 }
    #expect(spelledOut == 1)
  }

  @available(*, deprecated)
  @Test("KEY-07 X-06 Keys may be declared on the old name of the protocol")
  func oldName() {
    @Shared(.saved) var saved
    $saved.withLock { $0.append(1) }
    @SharedReader(.saved) var reader
    #expect(reader == [1])
  }

  @Test("KEY-08 CUS-10 A class with custom storage can be a key")
  func ownKey() {
    let box = DictionaryPersistence<Int>.Box()
    @Shared(.custom("a", box)) var value = 1
    $value.withLock { $0 = 2 }
    #expect(box.values.value == ["a": 2])
  }
}

@available(*, deprecated)
extension PersistenceReaderKey where Self == FileStorageKey<[Int]>.Default {
  static var saved: Self { Self[.fileStorage(URL(fileURLWithPath: "/saved.json")), default: []] }
}

private final class DictionaryPersistence<Value: Sendable>: SharedKey {
  final class Box: Sendable {
    let values = LockIsolated<[String: Value]>([:])
  }

  struct ID: Hashable {
    let name: String
    let box: ObjectIdentifier
  }

  let name: String
  let box: Box

  init(_ name: String, _ box: Box) { (self.name, self.box) = (name, box) }

  var id: ID { ID(name: name, box: ObjectIdentifier(box)) }

  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resume(with: .success(box.values.withLock { $0[name] }))
  }

  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    .empty
  }

  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    box.values.withLock { $0[name] = value }
    continuation.resume()
  }
}

extension SharedKey {
  fileprivate static func custom<Value>(
    _ name: String, _ box: DictionaryPersistence<Value>.Box
  ) -> Self where Self == DictionaryPersistence<Value> {
    Self(name, box)
  }
}
