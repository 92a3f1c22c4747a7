import Sharing
import Testing

/// Older spellings, which still compile and work.
@Suite struct DeprecatedTests {
  @available(*, deprecated)
  @Test("SHR-09 SHR-10 X-02 a shared value is created without a label, or with the wrapper's")
  func constructors() {
    let positional: Shared<Int> = Shared(3)
    let labelled = Shared(wrappedValue: 4)
    let member = Shared<Todo>(.blank)
    #expect(positional.wrappedValue == 3)
    #expect(labelled.wrappedValue == 4)
    #expect(member.wrappedValue.id == 0)
  }

  @available(*, deprecated)
  @Test("SHR-23 SHR-24 SHR-25 X-03 assigning works still, and is deprecated")
  func assigning() {
    struct State {
      @Shared var counts: [Int: Int]
      @Shared var todos: IdentifiedArrayOf<Todo>
      @Shared var count: Int
    }
    let state = State(
      counts: Shared(value: [0: 4]), todos: Shared(value: [Todo(id: 1)]), count: Shared(value: 0))
    state.counts[0] = 0
    state.todos.remove(id: 1)
    state.count += 1
    state.$count.wrappedValue += 1
    #expect(state.counts == [0: 0])
    #expect(state.todos == [])
    #expect(state.count == 2)
  }

  @available(*, deprecated)
  struct OldKey: PersistenceKey {
    var id: String { "old" }

    func load(context: LoadContext<Int>, continuation: LoadContinuation<Int>) {
      continuation.resume(returning: 3)
    }

    func subscribe(
      context: LoadContext<Int>, subscriber: SharedSubscriber<Int>
    ) -> SharedSubscription { .empty }

    func save(_ value: Int, context: SaveContext, continuation: SaveContinuation) {
      continuation.resume()
    }
  }

  @available(*, deprecated)
  @Test("CUS-08 X-06 a key that conforms to the protocol by its old name is a key")
  func oldKeyName() {
    @SharedReader(OldKey()) var value = 0
    #expect(value == 3)
  }
}

extension Todo {
  fileprivate static var blank: Self { Self(id: 0) }
}
