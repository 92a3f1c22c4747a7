import DependenciesTestSupport
import Sharing
import Testing

@Suite struct IsolationTests {
  @Test("TST-34 TST-35 each test has its own values behind the same key: one")
  func one() {
    @Shared(.counter) var count
    #expect(count == 7)
    $count.withLock { $0 += 1 }
    #expect(count == 8)
  }

  @Test("TST-34 TST-35 each test has its own values behind the same key: other")
  func other() {
    @Shared(.counter) var count
    #expect(count == 7)
    $count.withLock { $0 += 2 }
    #expect(count == 9)
  }

  @Test(
    "TST-34 so has each argument of a test with the dependencies trait",
    .dependencies, arguments: 1...20)
  func argument(number: Int) {
    @Shared(.counter) var count
    #expect(count == 7)
    $count.withLock { $0 += number }
    #expect(count == 7 + number)
  }

  @Test("TST-34 an overridden storage has separate values")
  func storages() {
    @Shared(.counter) var count
    $count.withLock { $0 = 1 }
    withDependencies {
      $0.defaultInMemoryStorage = InMemoryStorage()
    } operation: {
      @Shared(.counter) var inner
      #expect(inner == 7)
      $inner.withLock { $0 = 2 }
    }
    #expect(count == 1)
  }

  @Test("TST-36 the value declared first by a test is the one its subject sees")
  func seeded() {
    struct Model { @Shared(.inMemory("count")) var count = 0 }
    @Shared(.inMemory("count")) var count = 42
    let model = Model()
    #expect(model.count == 42)
    model.$count.withLock { $0 += 1 }
    #expect(count == 43)
  }

  @Test("TST-37 TST-38 a key with a default is seeded by the test, and checked at its end")
  func seededKey() {
    @Shared(.todos) var todos = [Todo(id: 1)]
    defer { #expect(todos == []) }
    func deleteAll() {
      @Shared(.todos) var todos
      $todos.withLock { $0.removeAll() }
    }
    deleteAll()
  }

  @Test("TST-39 a test requires a shared element")
  func required() throws {
    @Shared(.todos) var todos = [Todo(id: 1)]
    let todo = try #require(Shared($todos[id: 1]))
    todo.withLock { $0.isDone = true }
    #expect(todos == [Todo(id: 1, isDone: true)])
  }

  @Test("KEY-27 SHR-45 a value in memory outlives the properties, and types do not mix")
  func memory() {
    do {
      @Shared(.inMemory("events")) var events: [String] = []
      $events.withLock { $0.append("start") }
    }
    @Shared(.inMemory("events")) var events: [String] = []
    @Shared(.inMemory("events")) var number = 3
    #expect(events == ["start"])
    #expect(number == 3)
    #expect(InMemoryStorage() != InMemoryStorage())
  }
}
