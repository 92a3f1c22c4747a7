import Dispatch
import Sharing
import Testing

@Suite struct LockingTests {
  @Test("SHR-26 a thousand tasks that increment lose nothing")
  func tasks() async {
    @Shared(value: 0) var count
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<1_000 {
        group.addTask { [count = $count] in count.withLock { $0 += 1 } }
      }
    }
    #expect(count == 1_000)
  }

  @Test("SHR-26 SHR-33 threads that change parts, the whole and the elements lose nothing")
  func threads() {
    struct Document: Equatable {
      var count = 0
      var todos: IdentifiedArrayOf<Todo> = [Todo(id: 0), Todo(id: 1)]
    }
    @Shared(value: Document()) var document
    let shared = $document
    DispatchQueue.concurrentPerform(iterations: 400) { index in
      switch index % 4 {
      case 0: shared.withLock { $0.count += 1 }
      case 1: shared.count.withLock { $0 += 1 }
      case 2: shared.todos[id: 1].withLock { $0?.title += "x" }
      default: _ = shared.todos[id: 0].wrappedValue?.title.count
      }
    }
    #expect(document.count == 200)
    #expect(document.todos[id: 1]?.title.count == 100)
  }

  @Test("the saves of many threads end with the last value")
  func saves() {
    let source = Source(0)
    @Shared(.source(source)) var count = 0
    let shared = $count
    DispatchQueue.concurrentPerform(iterations: 200) { _ in shared.withLock { $0 += 1 } }
    let saves = source.saves
    #expect(saves.last == 200)
    #expect(saves == saves.sorted())
  }

  @Test("a change inside a change of the same value is reported, and neither waits forever")
  func reentrantChange() {
    @Shared(value: 1) var count
    let shared = $count
    withExpectedIssue {
      shared.withLock {
        $0 = 10
        shared.withLock { $0 += 1 }
      }
    }
    #expect(count == 10)
    shared.withLock { $0 += 1 }
    #expect(count == 11)
  }

  @Test("SU-05 a read within a change of the same value sees the value without blocking")
  func readInside() throws {
    @Shared(value: "first") var text
    let shared = $text
    shared.withLock { $0 = shared.wrappedValue + "!" }
    #expect(text == "first!")
    // The closure's changes may be visible or not: it has exclusive access, so an optimized build
    // may write them at its end.
    shared.withLock {
      $0 = "second"
      $0 = shared.wrappedValue + "!"
    }
    #expect(["first!!", "second!"].contains(text))

    @Shared(.todos) var todos = [Todo(id: 1), Todo(id: 2)]
    let second = try #require(Shared($todos[id: 2]))
    $todos.withLock { _ = $0.remove(id: second.wrappedValue.id) }
    #expect(todos.ids == [1])
  }

  @Test("reading an element that is being changed on the same thread is reported")
  func readOfLentElement() {
    @Shared(.todos) var todos = [Todo(id: 1, title: "one"), Todo(id: 2, title: "two")]
    let shared = $todos
    withExpectedIssue {
      shared[id: 1].withLock {
        $0 = nil
        #expect(shared.wrappedValue[id: 1]?.title == "one")
        #expect(shared[id: 1].wrappedValue?.title == "one")
      }
    }
    #expect(todos.ids == [2])
    shared[id: 2].withLock { $0?.title = shared[id: 3].wrappedValue?.title ?? "none" }
    #expect(todos[id: 2]?.title == "none")
  }

  @Test("reading a dictionary value that is being changed is reported; others can be read")
  func readOfLentValue() {
    struct Document: Equatable {
      var name = "name"
      var texts = ["a": String(repeating: "a", count: 100)]
    }
    @Shared(value: Document()) var document
    let shared = $document
    withExpectedIssue {
      shared.texts["a"].withLock {
        $0 = nil
        #expect(shared.wrappedValue.texts["a"]?.count == 100)
      }
    }
    shared.texts["b"].withLock { $0 = shared.name.wrappedValue }
    #expect(document.texts == ["b": "name"])
  }

  @Test("a change inside a change of another part of the same value is reported, too")
  func reentrantPart() throws {
    @Shared(.todos) var todos = [Todo(id: 1), Todo(id: 2)]
    let shared = $todos
    let second = try #require(Shared(shared[id: 2]))
    withExpectedIssue {
      shared[id: 1].withLock { _ in second.withLock { $0.isDone = true } }
    }
    #expect(todos[id: 2]?.isDone == false)
  }

  @Test("two different values are changed one inside the other")
  func nested() {
    @Shared(value: 1) var one
    @Shared(value: 2) var two
    $one.withLock { one in $two.withLock { two in swap(&one, &two) } }
    #expect(one == 2)
    #expect(two == 1)
  }

  @Test("a key that delivers a value while it is being changed on the same thread is reported")
  func reentrantYield() {
    let source = Source(1)
    @Shared(.source(source)) var count = 0
    withExpectedIssue {
      $count.withLock {
        $0 += 1
        source.subscriber?.yield(50)
      }
    }
    #expect(count == 2)
  }

  @Test("a key may change its own value while it saves")
  func changeInSave() {
    struct Clamping: SharedKey {
      let value: LockIsolated<Shared<Int>?>
      let saves = LockIsolated<[Int]>([])
      var id: ObjectIdentifier { ObjectIdentifier(value) }
      func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
        continuation.resumeReturningInitialValue()
      }
      func subscribe(
        context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
      ) -> SharedSubscription { .empty }
      func save(_ newValue: Int, context: SaveContext, continuation: SaveContinuation) {
        saves.withLock { $0.append(newValue) }
        if newValue > 10 { value.value?.withLock { $0 = 10 } }
        continuation.resume()
      }
    }
    let key = Clamping(value: LockIsolated(nil))
    @Shared(key) var count = 0
    key.value.withLock { [count = $count] in $0 = count }
    $count.withLock { $0 = 20 }
    key.value.setValue(nil)
    #expect(count == 10)
    #expect(key.saves.value == [20, 10])
  }
}
