import ComposableArchitecture
import Testing

@MainActor
@Suite("Shared state through a store")
struct StoreSharedTests {
  @Test("RED-28 a store hands on the projections of shared state, and of its parts")
  func projection() {
    let store = Store(initialState: SignUp.State(data: Shared(value: SignUpData()))) { SignUp() }
    let data: Shared<SignUpData> = store.$data
    let topics: Shared<Set<String>> = store.$data.topics
    topics.withLock { _ = $0.insert("a") }
    #expect(data.wrappedValue.topics == ["a"])
    #expect(store.data.topics == ["a"])
    store.send(.topicTapped("b"))
    #expect(topics.wrappedValue == ["a", "b"])
  }

  @Test("RED-23 RED-34 state with shared state need not be equatable")
  func notEquatable() {
    let store = Store(initialState: SignUp.State(data: Shared(value: SignUpData()))) { SignUp() }
    store.send(.path(.push(id: 0, state: .topics(SignUpTopics.State(data: store.$data)))))
    store.send(.path(.element(id: 0, action: .topics(.clearButtonTapped))))
    #expect(store.data.topics == [])
    #expect(store.path[id: 0]?.topics?.data.topics == [])
  }

  @Test("RED-30 RED-31 nested action enums have case paths, and actions can be sent between tasks")
  func sendable() async {
    let action = SignUp.Action.delegate(.finished(3))
    let number = await Task.detached { action[case: \.delegate.finished] }.value
    #expect(number == 3)
  }
}

private struct SignUpData: Equatable, Sendable {
  var topics: Set<String> = []
}

@Reducer
private struct SignUp {
  @Reducer
  enum Path {
    case topics(SignUpTopics)
  }

  @ObservableState
  struct State {
    @Shared var data: SignUpData
    var path = StackState<Path.State>()
  }

  enum Action: Sendable {
    case delegate(Delegate)
    case path(StackActionOf<Path>)
    case topicTapped(String)

    @CasePathable
    enum Delegate: Sendable {
      case finished(Int)
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .topicTapped(let topic) = action {
        state.$data.withLock { _ = $0.topics.insert(topic) }
      }
      return .none
    }
    .forEach(\.path, action: \.path)
  }
}

extension SignUp.Path.State: Sendable {}
extension SignUp.Path.Action: Sendable {}

@Reducer
private struct SignUpTopics {
  @ObservableState
  struct State: Sendable {
    @Shared var data: SignUpData
  }

  enum Action: Sendable {
    case clearButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.$data.withLock { $0.topics = [] }
      return .none
    }
  }
}
