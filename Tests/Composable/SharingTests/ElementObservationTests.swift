import Observation
import Sharing
import Testing

/// Notifications of element observers about changes of the collection and of its parents.
@Suite struct ElementObservationTests {
  private struct Document: Equatable, Sendable {
    var title = ""
    var todos: IdentifiedArrayOf<Todo> = []
  }

  private typealias Change = @Sendable (inout IdentifiedArrayOf<Todo>) -> Void

  /// Changes that reach certain elements only, and none that is woken without need.
  private static let changes: [Change] = [
    { $0[id: 3]?.isDone.toggle() },
    { $0[5].title += "a" },
    { $0[id: 2] = Todo(id: 2, title: "assigned") },
    { $0[7] = Todo(id: $0[7].id, title: "assigned") },
    { $0[7] = Todo(id: 106) },
    { $0[7] = Todo(id: 1, title: "assigned") },
    { $0[id: 4] = nil },
    { $0[id: 100] = Todo(id: 100) },
    { $0.append(Todo(id: 101)) },
    { $0.insert(Todo(id: 102), at: 0) },
    { $0.remove(id: 6) },
    { $0.remove(at: 0) },
    { $0.remove(atOffsets: [1, 3, 4]) },
    { $0.removeSubrange(2..<5) },
    { $0.removeAll { $0.id.isMultiple(of: 3) } },
    { $0.removeLast(2) },
    { $0.swapAt(1, 2) },
    { $0.reverse() },
    { $0.sort { $0.id > $1.id } },
    { $0.move(fromOffsets: [0], toOffset: 4) },
    { $0.updateOrAppend(Todo(id: 1, title: "updated")) },
    { $0.updateOrInsert(Todo(id: 103), at: 2) },
    { $0.update(Todo(id: $0[0].id, title: "updated"), at: 0) },
    { $0.replaceSubrange(1..<3, with: [Todo(id: 104), Todo(id: 105)]) },
    {
      $0.remove(id: 9)
      $0.append(Todo(id: 9, title: "again"))
    },
    {
      var copy = $0
      copy[id: 0]?.title = "copied"
      $0 = copy
    },
    { $0 = $0.filter { $0.id != 8 } },
  ]

  private static func makeTodos() -> IdentifiedArrayOf<Todo> {
    IdentifiedArray(uniqueElements: (0..<10).map { Todo(id: $0) })
  }

  /// Watches the elements of ids from 0 to 109, and returns whose observers a change has woken.
  private func woken(
    _ shared: Shared<IdentifiedArrayOf<Todo>>, by change: () -> Void
  ) -> [Int] {
    let observers = (0..<110).map { id in
      ObservationTests.Observer { _ = shared[id: id].wrappedValue }
    }
    change()
    #expect(observers.allSatisfy { $0.count <= 1 })
    return observers.indices.filter { observers[$0].count > 0 }
  }

  private func changed(
    _ before: IdentifiedArrayOf<Todo>, _ after: IdentifiedArrayOf<Todo>
  ) -> [Int] {
    (0..<110).filter { before[id: $0] != after[id: $0] }
  }

  @Test(
    "a change of the collection notifies only affected observers",
    arguments: changes.indices)
  func ofCollection(index: Int) {
    @Shared(value: Self.makeTodos()) var todos
    let before = todos
    let woken = woken($todos) { $todos.withLock(Self.changes[index]) }
    #expect(woken == changed(before, todos))
  }

  @Test("so does a change of the collection's parent", arguments: changes.indices)
  func ofDocument(index: Int) {
    @Shared(value: Document(todos: Self.makeTodos())) var document
    let before = document.todos
    let woken = woken($document.todos) {
      $document.withLock {
        $0.title = "changed"
        Self.changes[index](&$0.todos)
      }
    }
    #expect(woken == changed(before, document.todos))
  }

  @Test("a collection that a key delivers is compared with the one before")
  func delivered() {
    let source = Source(Self.makeTodos())
    @Shared(.source(source)) var todos: IdentifiedArrayOf<Todo> = []
    var next = Self.makeTodos()
    next[id: 4]?.isDone = true
    next.remove(id: 7)
    #expect(woken($todos) { source.subscriber?.yield(next) } == [4, 7])
  }

  @Test("assigning another collection notifies all observers of elements")
  func assigned() {
    @Shared(value: Self.makeTodos()) var todos
    #expect(woken($todos) { $todos.withLock { $0 = Self.makeTodos() } } == Array(0..<110))
    #expect(woken($todos) { $todos.withLock { $0.removeAll() } }.count >= 10)
  }

  @Test("a copy changed elsewhere is not mistaken for the collection")
  func foreignCopy() async {
    @Shared(value: Self.makeTodos()) var todos
    let shared = $todos
    let kept = LockIsolated(Self.makeTodos())
    _ = woken($todos) {
      $todos.withLock {
        $0[id: 1]?.isDone = true; let changed = $0
        kept.setValue(changed)
      }
    }
    kept.withLock { $0[id: 2]?.isDone = true }
    let copy = kept.value
    #expect(woken($todos) { shared.withLock { $0 = copy } }.contains(2))
  }

  @Test("part of an element is observed separately, however the element changes")
  func parts() throws {
    @Shared(value: Self.makeTodos()) var todos
    let todo = try #require(Shared($todos[id: 3]))
    let title = ObservationTests.Observer { _ = todo.title.wrappedValue }
    let isDone = ObservationTests.Observer { _ = todo.isDone.wrappedValue }
    $todos.withLock { $0[id: 3]?.isDone = true }
    #expect([title, isDone].map(\.count) == [0, 1])
    $todos.withLock { $0[id: 3] = Todo(id: 3, title: "a", isDone: true) }
    #expect([title, isDone].map(\.count) == [1, 1])
  }

  @Test("changes of two nested observed collections are distinguished")
  func nested() {
    @Shared(value: Self.makeTodos()) var outer
    @Shared(value: Self.makeTodos()) var inner
    let (first, second) = ($outer, $inner)
    let observer = ObservationTests.Observer { _ = second[id: 2].wrappedValue }
    let other = ObservationTests.Observer { _ = second[id: 1].wrappedValue }
    let woken = woken(first) {
      first.withLock { outer in
        outer[id: 1]?.isDone = true
        second.withLock { $0[id: 2]?.isDone = true }
        outer[id: 4]?.isDone = true
      }
    }
    #expect(woken == [1, 4])
    #expect([observer, other].map(\.count) == [1, 0])
  }
}
