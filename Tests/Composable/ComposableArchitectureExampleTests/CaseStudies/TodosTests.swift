import ComposableArchitecture
import Foundation
import Testing

@Reducer
struct Todo {
  @ObservableState
  struct State: Equatable, Identifiable {
    var description = ""
    let id: UUID
    var isComplete = false
  }

  enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
  }

  var body: some Reducer<State, Action> {
    BindingReducer()
  }
}

@Reducer
struct Todos {
  enum Filter: CaseIterable { case active, all, completed }

  @ObservableState
  struct State: Equatable {
    var filter = Filter.all
    var todos: IdentifiedArrayOf<Todo.State> = []

    var filteredTodos: IdentifiedArrayOf<Todo.State> {
      switch filter {
      case .active: todos.filter { !$0.isComplete }
      case .all: todos
      case .completed: todos.filter(\.isComplete)
      }
    }
  }

  enum Action: BindableAction, Sendable {
    case addTodoButtonTapped
    case binding(BindingAction<State>)
    case clearCompletedButtonTapped
    case delete(IndexSet)
    case move(IndexSet, Int)
    case sortCompletedTodos
    case todos(IdentifiedActionOf<Todo>)
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid
  private enum CancelID { case todoCompletion }

  var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addTodoButtonTapped:
        state.todos.insert(Todo.State(id: uuid()), at: 0)
        return .none

      case .binding:
        return .none

      case .clearCompletedButtonTapped:
        state.todos.removeAll(where: \.isComplete)
        return .none

      case let .delete(indices):
        let filtered = state.filteredTodos
        for index in indices {
          state.todos.remove(id: filtered[index].id)
        }
        return .none

      case var .move(source, destination):
        if state.filter == .completed {
          source = IndexSet(
            source.map { state.filteredTodos[$0] }.compactMap { state.todos.index(id: $0.id) })
          destination =
            (destination < state.filteredTodos.endIndex
              ? state.todos.index(id: state.filteredTodos[destination].id)
              : state.todos.endIndex) ?? destination
        }
        state.todos.move(fromOffsets: source, toOffset: destination)
        return .run { send in
          try await clock.sleep(for: .milliseconds(100))
          await send(.sortCompletedTodos)
        }

      case .sortCompletedTodos:
        state.todos.sort { $1.isComplete && !$0.isComplete }
        return .none

      case .todos(.element(id: _, action: .binding(\.isComplete))):
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          await send(.sortCompletedTodos, animation: .default)
        }
        .cancellable(id: CancelID.todoCompletion, cancelInFlight: true)

      case .todos:
        return .none
      }
    }
    .forEach(\.todos, action: \.todos) {
      Todo()
    }
  }
}

@MainActor
struct TodosTests {
  private let clock = TestClock()

  private func makeStore(_ todos: IdentifiedArrayOf<Todo.State>) -> TestStoreOf<Todos> {
    TestStore(initialState: Todos.State(todos: todos)) {
      Todos()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }
  }

  private func todo(_ number: Int, isComplete: Bool = false) -> Todo.State {
    Todo.State(id: UUID(1000 + number), isComplete: isComplete)
  }

  @Test("CS RED-07 ALT-07 Todos are added in front, and edited in their row")
  func addAndEdit() async {
    let store = makeStore([])

    await store.send(.addTodoButtonTapped) {
      $0.todos.insert(Todo.State(id: UUID(0)), at: 0)
    }
    await store.send(\.todos[id: UUID(0)].binding.description, "Learn") {
      $0.todos[id: UUID(0)]?.description = "Learn"
    }
  }

  @Test("CS EFF-07 A completed todo sinks after a second without another")
  func completeTodoDebounces() async {
    let store = makeStore([todo(0), todo(1)])

    await store.send(\.todos[id: UUID(1000)].binding.isComplete, true) {
      $0.todos[id: UUID(1000)]?.isComplete = true
    }
    await clock.advance(by: .milliseconds(500))
    await store.send(\.todos[id: UUID(1000)].binding.isComplete, false) {
      $0.todos[id: UUID(1000)]?.isComplete = false
    }
    await clock.advance(by: .milliseconds(500))
    await store.send(\.todos[id: UUID(1000)].binding.isComplete, true) {
      $0.todos[id: UUID(1000)]?.isComplete = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.sortCompletedTodos) {
      $0.todos = [$0.todos[1], $0.todos[0]]
    }
  }

  @Test("CS IDA Completed todos are cleared, deleted and moved within a filter")
  func clearDeleteMove() async {
    let store = makeStore([todo(0), todo(1, isComplete: true), todo(2), todo(3)])

    await store.send(.clearCompletedButtonTapped) {
      $0.todos = [todo(0), todo(2), todo(3)]
    }
    await store.send(.set(\.filter, .active)) { $0.filter = .active }
    await store.send(.delete([1])) {
      $0.todos = [todo(0), todo(3)]
    }
    await store.send(.move([0], 2)) {
      $0.todos = [todo(3), todo(0)]
    }
    await clock.advance(by: .milliseconds(100))
    await store.receive(\.sortCompletedTodos)
  }
}
