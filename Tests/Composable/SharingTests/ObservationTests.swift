import Observation
import Sharing
import Testing

@Suite struct ObservationTests {
  /// Counts the notifications about values read in a closure, which is run again after each.
  final class Observer: Sendable {
    let wakes = LockIsolated(0)

    init(_ read: @escaping @Sendable () -> Void) {
      observe(read)
    }

    private func observe(_ read: @escaping @Sendable () -> Void) {
      withObservationTracking {
        read()
      } onChange: { [weak self] in
        self?.wakes.withLock { $0 += 1 }
        self?.observe(read)
      }
    }

    var count: Int { wakes.value }
  }

  @Test("SHR-40 an observer of a shared value is woken by each change, and sees the new value")
  func whole() {
    @Shared(value: 0) var count
    let shared = $count
    let seen = LockIsolated<[Int]>([])
    let observer = Observer { seen.withLock { $0.append(shared.wrappedValue) } }
    $count.withLock { $0 = 1 }
    $count.withLock { $0 = 2 }
    #expect(observer.count == 2)
    #expect(seen.value == [0, 1, 2])
  }

  @MainActor @Observable final class Model {
    @ObservationIgnored @Shared(.counter) var count
  }

  @Test("SHR-40 an observable model's shared property is observed")
  @MainActor
  func model() {
    let model = Model()
    let woken = LockIsolated(0)
    withObservationTracking {
      _ = model.count
    } onChange: {
      woken.withLock { $0 += 1 }
    }
    @Shared(.counter) var same
    $same.withLock { $0 += 1 }
    #expect(woken.value == 1)
    #expect(model.count == 8)
  }

  @Test("an observer of a part is notified only when that part changes, in any way")
  func parts() {
    @Shared(value: SignUpData()) var data
    let shared = $data
    let first = Observer { _ = shared.firstName.wrappedValue }
    let phone = Observer { _ = shared.phoneNumber.wrappedValue }
    let greeting = Observer { _ = shared.greeting.wrappedValue }
    let whole = Observer { _ = shared.wrappedValue }
    shared.firstName.withLock { $0 = "Blob" }
    #expect([first, phone, greeting, whole].map(\.count) == [1, 0, 1, 1])
    shared.withLock { $0.phoneNumber = "212" }
    #expect([first, phone, greeting, whole].map(\.count) == [1, 1, 1, 2])
    shared.withLock { $0.firstName = "Blob" }
    #expect([first, phone, greeting, whole].map(\.count) == [1, 1, 1, 3])
  }

  @Test("of 1,000 observers of elements, only that of the changed one is woken")
  func elements() {
    @Shared(value: IdentifiedArray(uniqueElements: (0..<1_000).map { Todo(id: $0) })) var todos
    let shared = $todos
    let observers = (0..<1_000).map { id in
      Observer { _ = shared[id: id].wrappedValue?.isDone }
    }
    shared[id: 17].withLock { $0?.isDone = true }
    #expect(observers.indices.filter { observers[$0].count > 0 } == [17])
    shared.withLock { $0[id: 500]?.isDone = true }
    #expect(observers.indices.filter { observers[$0].count > 0 } == [17, 500])
    shared.withLock { _ = $0.remove(id: 3) }
    #expect(observers.indices.filter { observers[$0].count > 0 } == [3, 17, 500])
    shared.withLock { $0.reverse() }
    #expect(observers.map(\.count).reduce(0, +) == 3)
    shared[id: 17].withLock { $0?.title = "Again" }
    #expect(observers[17].count == 2)
  }

  @Test(
    "SHR-16 an observer of a collection's elements is notified of insertions, removals and moves")
  func order() throws {
    @Shared(.todos) var todos = [Todo(id: 1), Todo(id: 2)]
    let shared = $todos
    let list = ObservationTests.Observer { _ = Array(shared) }
    let row = try #require(Shared(shared[id: 1]))
    let title = Observer { _ = row.title.wrappedValue }
    row.withLock { $0.isDone = true }
    #expect([list, title].map(\.count) == [0, 0])
    row.title.withLock { $0 = "One" }
    #expect([list, title].map(\.count) == [0, 1])
    shared.withLock { _ = $0.append(Todo(id: 3)) }
    #expect([list, title].map(\.count) == [1, 1])
    shared.withLock { $0.swapAt(0, 1) }
    #expect([list, title].map(\.count) == [2, 1])
  }

  @Test(
    "SHR-13 SHR-37 unwrapping and ids are observed for themselves, not for the rest of the value")
  func presence() throws {
    @Shared(value: Todo(id: 1)) var optional: Todo?
    let shared = $optional
    let presence = ObservationTests.Observer { _ = Shared(shared) }
    let todo = try #require(Shared(shared))
    let id = Observer { _ = todo.id }
    todo.withLock { $0.title = "One" }
    #expect([presence, id].map(\.count) == [0, 0])
    shared.withLock { $0 = Todo(id: 2) }
    #expect([presence, id].map(\.count) == [0, 1])
    shared.withLock { $0 = nil }
    #expect([presence, id].map(\.count) == [1, 1])
  }

  @Test("the same part, derived twice, is one part to observers")
  func derivedTwice() {
    @Shared(value: SignUpData()) var data
    let shared = $data
    let observer = Observer { _ = shared.firstName.wrappedValue }
    let reader = Observer { _ = SharedReader(shared).firstName.wrappedValue }
    shared.firstName.withLock { $0 = "Blob" }
    #expect([observer, reader].map(\.count) == [1, 1])
  }

  @Test("a change from the key notifies observers of the changed value")
  func fromKey() {
    let source = Source(SignUpData())
    @Shared(.source(source)) var data = SignUpData()
    let shared = $data
    let first = Observer { _ = shared.firstName.wrappedValue }
    let phone = Observer { _ = shared.phoneNumber.wrappedValue }
    let whole = Observer { _ = shared.wrappedValue }
    source.subscriber?.yield(SignUpData(firstName: "Blob"))
    #expect([first, phone, whole].map(\.count) == [1, 0, 1])
    source.subscriber?.yield(SignUpData(firstName: "Blob"))
    #expect([first, phone, whole].map(\.count) == [1, 0, 1])
  }

  @Test("an observer may read and change the value, and another, when it is woken")
  func inOnChange() {
    @Shared(value: 0) var count
    @Shared(value: 0) var doubled
    let shared = $count
    let double = $doubled
    withObservationTracking {
      _ = shared.wrappedValue
    } onChange: {
      double.withLock { $0 = shared.wrappedValue * 2 }
      shared.withLock { $0 += 100 }
    }
    $count.withLock { $0 = 4 }
    #expect(doubled == 8)
    #expect(count == 104)
  }

  @Test("an unused shared value ends, even if a task awaits its changes")
  func released() {
    final class ID: Hashable, Sendable {
      static func == (lhs: ID, rhs: ID) -> Bool { lhs === rhs }
      func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }
    struct Item: Identifiable, Sendable { let id: ID }
    weak var released: ID?
    do {
      let id = ID()
      released = id
      @Shared(value: IdentifiedArray(uniqueElements: [Item(id: id)])) var items
      let shared = $items
      withObservationTracking {
        _ = shared[id: id].wrappedValue
      } onChange: {
      }
      #expect(released != nil)
    }
    #expect(released == nil)
  }

  @Test("observers on other threads miss nothing in the end")
  func acrossThreads() async {
    @Shared(value: 0) var count
    let shared = $count
    let last = LockIsolated(-1)
    let observer = Observer { last.setValue(shared.wrappedValue) }
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 { group.addTask { shared.withLock { $0 += 1 } } }
    }
    // Observation misses a change between a read and the registration of its observer, and reports
    // the next one.
    shared.withLock { $0 += 1 }
    withExtendedLifetime(observer) {}
    #expect(last.value == 101)
  }
}

@Suite struct ValuesTests {
  @Test("the values of a shared value are the one it has and each later one")
  func values() async {
    @Shared(value: 0) var count
    var iterator = $count.values.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    $count.withLock { $0 = 1 }
    #expect(await iterator.next() == 1)
    $count.withLock { $0 = 2 }
    $count.withLock { $0 = 3 }
    #expect(await iterator.next() == 3)
  }

  @Test("the values of a part do not include changes of others")
  func valuesOfPart() async {
    @Shared(value: SignUpData()) var data
    var iterator = SharedReader($data.firstName).values.makeAsyncIterator()
    #expect(await iterator.next() == "")
    $data.phoneNumber.withLock { $0 = "212" }
    $data.firstName.withLock { $0 = "Blob" }
    #expect(await iterator.next() == "Blob")
  }

  @Test("the values end when the task is canceled")
  func cancelled() async {
    @Shared(value: 0) var count
    let shared = $count
    let (started, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      var seen: [Int] = []
      for await value in shared.values {
        seen.append(value)
        continuation.yield()
      }
      return seen
    }
    for await _ in started { break }
    task.cancel()
    #expect(await task.value == [0])
  }

  @Test("observers of a part, elements or presence are notified when the whole is replaced")
  func replaced() {
    struct Document: Equatable, Sendable {
      var title = ""
      var todos: IdentifiedArrayOf<Todo> = []
      var selection: Int?
    }
    @Shared(value: Document()) var document
    let shared = $document
    let title = ObservationTests.Observer { _ = shared.title.wrappedValue }
    let elements = ObservationTests.Observer { _ = Array(shared.todos) }
    let presence = ObservationTests.Observer { _ = Shared(shared.selection) == nil }
    $document = Shared(value: Document(title: "b", todos: [Todo(id: 1)], selection: 1))
    #expect([title, elements, presence].map(\.count) == [1, 1, 1])
  }
}
