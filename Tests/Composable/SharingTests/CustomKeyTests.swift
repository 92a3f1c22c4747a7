import Foundation
import Sharing
import Testing

@Suite struct CustomKeyTests {
  @Test("CUS-01 CUS-02 CUS-03 CUS-05 CUS-06 a reader key delivers its source's values")
  func notificationKey() {
    struct NotificationKey<Value: Sendable>: SharedReaderKey {
      let name: Notification.Name
      let transform: @Sendable (Notification) -> Value
      var id: some Hashable { name }

      func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
        continuation.resumeReturningInitialValue()
      }

      func subscribe(
        context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
      ) -> SharedSubscription {
        let observer = UncheckedSendable(
          NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
            subscriber.yield(transform($0))
          })
        return SharedSubscription { NotificationCenter.default.removeObserver(observer.value) }
      }
    }
    let name = Notification.Name(UUID().uuidString)
    let count = LockIsolated(0)
    let key = NotificationKey(name: name) { _ in
      count.withLock { $0 += 1 }
      return count.value
    }
    do {
      @SharedReader(key) var posts = 0
      NotificationCenter.default.post(name: name, object: nil)
      #expect(posts == 1)
      NotificationCenter.default.post(name: name, object: nil)
      #expect(posts == 2)
    }
    NotificationCenter.default.post(name: name, object: nil)
    #expect(count.value == 2)
  }

  @Test("CUS-02 keys with one id share a value, whatever else they contain")
  func identity() {
    struct Labelled: SharedKey {
      let name: String
      let label: String
      var id: String { name }
      func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
        continuation.resumeReturningInitialValue()
      }
      func subscribe(
        context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
      ) -> SharedSubscription { .empty }
      func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
        continuation.resume()
      }
    }
    @Shared(Labelled(name: "a", label: "1")) var one = 0
    @Shared(Labelled(name: "a", label: "2")) var same = 0
    @Shared(Labelled(name: "b", label: "1")) var other = 0
    $one.withLock { $0 = 1 }
    #expect(same == 1)
    #expect(other == 0)
  }

  @Test("CUS-02 a hashable key is its own id")
  func ownID() {
    struct Key: SharedReaderKey, Hashable {
      let number: Int
      func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
        continuation.resume(returning: number)
      }
      func subscribe(
        context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
      ) -> SharedSubscription { .empty }
    }
    #expect(Key(number: 1).id == Key(number: 1))
    @SharedReader(Key(number: 1)) var one = 0
    @SharedReader(Key(number: 2)) var two = 0
    #expect(one == 1)
    #expect(two == 2)
  }

  @Test("CUS-04 a load is resumed with a value, without one, or with an error")
  func resuming() {
    let results = LockIsolated<[String]>([])
    func continuation() -> LoadContinuation<Int> {
      LoadContinuation { result in results.withLock { $0.append("\(result)") } }
    }
    continuation().resume(returning: 1)
    continuation().resumeReturningInitialValue()
    continuation().resume(throwing: SourceError())
    continuation().resume(with: .success(2))
    #expect(
      results.value == [
        "success(Optional(1))", "success(nil)",
        "failure(SharingTests.SourceError(reason: \"offline\"))", "success(Optional(2))",
      ])
  }

  @Test("CUS-04 a continuation that is resumed twice, or never, is reported")
  func misuse() {
    let results = LockIsolated<[Int?]>([])
    withExpectedIssue {
      let continuation = LoadContinuation<Int>("the weather") { result in
        results.withLock { $0.append(try? result.get()) }
      }
      continuation.resume(returning: 1)
      continuation.resume(returning: 2)
    }
    #expect(results.value == [1])
    let saves = LockIsolated(0)
    withExpectedIssue {
      _ = SaveContinuation("the weather") { _ in saves.withLock { $0 += 1 } }
    }
    #expect(saves.value == 1)
  }

  @Test("CUS-04 a load that never finishes blocks nobody")
  func droppedLoad() async throws {
    let source = Source(1)
    @Shared(.source(source)) var count = 0
    source.state.withLock { $0.answersLater = true }
    let shared = $count
    let issues = IssueCounter()
    try await withIssueReporters([issues]) {
      async let load: Void = shared.load()
      while source.state.value.pendingLoads.isEmpty { await Task.yield() }
      // It ends after the lock is left.
      let dropped = source.state.withLock { state in
        defer { state.pendingLoads = [] }
        return state.pendingLoads
      }
      #expect(dropped.count == 1)
      _ = consume dropped
      try await load
    }
    #expect(issues.count.value == 1)
    #expect(!$count.isLoading)
  }

  @Test("CUS-04 a load without a result leaves the value unchanged")
  func droppedLoadKeepsValue() async throws {
    let source = Source(1)
    @Shared(.source(source)) var count = 0
    source.state.withLock { $0.answersLater = true }
    let shared = $count
    try await withIssueReporters([IssueCounter()]) {
      async let load: Void = shared.load()
      while source.state.value.pendingLoads.isEmpty { await Task.yield() }
      let dropped = source.state.withLock { state in
        defer { state.pendingLoads = [] }
        return state.pendingLoads
      }
      _ = consume dropped
      try await load
    }
    #expect(count == 1)
    #expect($count.loadError == nil)
  }

  @Test("CUS-13 a save that fails after the value's last use is reported")
  func failedSaveOfNobody() {
    let source = Source(0)
    source.state.withLock { $0.answersLater = true }
    do {
      source.state.withLock { $0.answersLater = false }
      @Shared(.source(source)) var count = 0
      source.state.withLock { $0.answersLater = true }
      $count.withLock { $0 = 1 }
    }
    let issues = IssueCounter()
    withIssueReporters([issues]) { source.answerSave(.failure(SourceError())) }
    #expect(issues.count.value == 1)
  }

  @Test("CUS-06 a subscriber receives values, errors, returns to the default, and loading")
  func yielding() {
    let source = Source(1)
    @SharedReader(.reading(source)) var count = 0
    source.subscriber?.yield(2)
    #expect(count == 2)
    source.subscriber?.yield(throwing: SourceError())
    #expect(count == 2)
    #expect($count.loadError as? SourceError == SourceError())
    source.subscriber?.yieldLoading()
    #expect($count.isLoading)
    source.subscriber?.yieldReturningInitialValue()
    #expect(count == 0)
    #expect($count.loadError == nil)
    #expect(!$count.isLoading)
    source.subscriber?.yield(with: .success(3))
    #expect(count == 3)
  }

  @Test("CUS-07 SHR-47 the subscription ends exactly with the last property")
  func cancellation() {
    let source = Source(1)
    do {
      @Shared(.source(source)) var one = 0
      do {
        @Shared(.source(source)) var two = 0
        #expect(two == 1)
      }
      let derived = $one.description
      #expect(derived.contains("SourceKey"))
      #expect(source.state.value.cancellations == 0)
    }
    #expect(source.state.value.cancellations == 1)
    source.subscriber?.yield(7)
    source.state.withLock { $0.value = 5 }
    @Shared(.source(source)) var again = 0
    #expect(again == 5)
    #expect(source.state.value.loads == ["initial 0", "initial 0"])
  }

  @Test("CUS-07 a subscription is canceled once, by hand or by its end")
  func subscription() {
    let cancellations = LockIsolated(0)
    do {
      let subscription = SharedSubscription { cancellations.withLock { $0 += 1 } }
      let copy = subscription
      copy.cancel()
      #expect(cancellations.value == 1)
      subscription.cancel()
    }
    #expect(cancellations.value == 1)
    _ = SharedSubscription { cancellations.withLock { $0 += 1 } }
    #expect(cancellations.value == 2)
  }

  @Test("CUS-09 a key may use another shared value, even while it loads")
  func nested() {
    struct VersionedKey: SharedReaderKey, Hashable {
      func load(context: LoadContext<String>, continuation: LoadContinuation<String>) {
        @Shared(.inMemory("build")) var build = 42
        continuation.resume(returning: "config-\(build)")
      }
      func subscribe(
        context: LoadContext<String>, subscriber: SharedSubscriber<String>
      ) -> SharedSubscription { .empty }
    }
    @SharedReader(VersionedKey()) var config = ""
    #expect(config == "config-42")
  }

  @Test("CUS-09 a key that loads itself gets the default, and no lock is waited for")
  func recursive() {
    struct RecursiveKey: SharedReaderKey, Hashable {
      func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
        @SharedReader(RecursiveKey()) var own = 10
        continuation.resume(returning: own + 1)
      }
      func subscribe(
        context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
      ) -> SharedSubscription { .empty }
    }
    @SharedReader(RecursiveKey()) var value = 1
    #expect(value == 2)
  }

  @Test("CUS-12 a property wrapper is built over a shared property")
  func wrapper() {
    @propertyWrapper struct Setting {
      @Shared(.inMemory("setting")) private var stored = "off"
      var wrappedValue: String {
        get { stored }
        nonmutating set { $stored.withLock { $0 = newValue } }
      }
      var projectedValue: Shared<String> { $stored }
    }
    struct Feature { @Setting var setting }
    let feature = Feature()
    feature.setting = "on"
    @Shared(.inMemory("setting")) var same = ""
    #expect(same == "on")
    #expect(feature.$setting.wrappedValue == "on")
  }

  @Test("CUS-13 a key saves each change before withLock returns, and on save()")
  func saving() async throws {
    let source = Source([1])
    @Shared(.source(source)) var numbers: [Int] = []
    $numbers.withLock { $0.append(2) }
    #expect(source.saves == [[1, 2]])
    $numbers[0].withLock { $0 = 0 }
    #expect(source.saves == [[1, 2], [0, 2]])
    try await $numbers.save()
    #expect(source.state.value.saveContexts == [.didSet, .didSet, .userInitiated])
    source.subscriber?.yield([9])
    #expect(numbers == [9])
    #expect(source.saves.count == 3)
  }

  @Test("CUS-13 save() waits for a store that takes its time")
  func slowSave() async throws {
    let source = Source(0)
    source.state.withLock { $0.answersLater = true }
    @Shared(.source(source)) var count = 0
    source.answerLoad(.success(0))
    let shared = $count
    let saved = LockIsolated(false)
    async let save: Void = {
      try await shared.save()
      saved.setValue(true)
    }()
    while source.state.value.pendingSaves.isEmpty { await Task.yield() }
    #expect(!saved.value)
    source.answerSave(.success(()))
    try await save
    #expect(saved.value)
  }
}

@Suite struct CustomStoreTests {
  /// A store that a key is injected with, as a dependency.
  final class Store: Sendable {
    let values = LockIsolated<[String: Int]>([:])
  }

  enum StoreKey: DependencyKey {
    static var liveValue: Store { Store() }
    static var testValue: Store { Store() }
  }

  struct CustomPersistence: SharedKey {
    let name: String
    let store: Store

    init(name: String) {
      @Dependency(StoreKey.self) var store
      self.name = name
      self.store = store
    }

    var id: String { "\(name) \(ObjectIdentifier(store))" }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      continuation.resume(with: .success(store.values.withLock { $0[name] }))
    }

    func subscribe(
      context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
    ) -> SharedSubscription { .empty }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
      store.values.withLock { $0[name] = value }
      continuation.resume()
    }
  }

  @Test(
    "CUS-10 CUS-11 a custom key is found by a static function, and tested with its store replaced")
  func injected() {
    let store = Store()
    store.values.withLock { $0["count"] = 41 }
    withDependencies {
      $0[StoreKey.self] = store
    } operation: {
      @Shared(.custom("count")) var count = 0
      $count.withLock { $0 += 1 }
    }
    #expect(store.values.value == ["count": 42])
    @Shared(.custom("count")) var fresh = 0
    #expect(fresh == 0)
  }
}

extension SharedKey where Self == CustomStoreTests.CustomPersistence {
  fileprivate static func custom(_ name: String) -> Self { Self(name: name) }
}

/// Counts issues, for tests in which they come from other threads than the test's own.
final class IssueCounter: IssueReporter {
  let count = LockIsolated(0)

  func reportIssue(
    _ message: @autoclosure () -> String?, severity: IssueSeverity, fileID: StaticString,
    filePath: StaticString, line: UInt, column: UInt
  ) {
    count.withLock { $0 += 1 }
  }
}
