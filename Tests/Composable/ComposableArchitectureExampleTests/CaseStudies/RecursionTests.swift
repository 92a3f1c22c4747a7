import ComposableArchitecture
import Foundation
import Testing

@Reducer
struct Nested {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: UUID
    var name = ""
    var rows: IdentifiedArrayOf<State> = []
  }

  enum Action {
    case addRowButtonTapped
    case nameTextFieldChanged(String)
    case onDelete(IndexSet)
    indirect case rows(IdentifiedActionOf<Nested>)
  }

  @Dependency(\.uuid) var uuid

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .addRowButtonTapped:
        state.rows.append(State(id: self.uuid()))
        return .none
      case let .nameTextFieldChanged(name):
        state.name = name
        return .none
      case let .onDelete(indices):
        state.rows.remove(atOffsets: indices)
        return .none
      case .rows:
        return .none
      }
    }
    .forEach(\.rows, action: \.rows) {
      Self()
    }
  }
}

@MainActor
struct RecursionTests {
  @Test("CS RED-07 A feature that contains itself, three levels deep")
  func threeLevels() async {
    let store = TestStore(initialState: Nested.State(id: UUID(100))) {
      Nested()
    } withDependencies: {
      $0.uuid = .incrementing
    }

    await store.send(.addRowButtonTapped) {
      $0.rows.append(Nested.State(id: UUID(0)))
    }
    await store.send(\.rows[id: UUID(0)].addRowButtonTapped) {
      $0.rows[id: UUID(0)]?.rows.append(Nested.State(id: UUID(1)))
    }
    await store.send(\.rows[id: UUID(0)].rows[id: UUID(1)].nameTextFieldChanged, "Deep") {
      $0.rows[id: UUID(0)]?.rows[id: UUID(1)]?.name = "Deep"
    }
    await store.send(.rows(.element(id: UUID(0), action: .onDelete([0])))) {
      $0.rows[id: UUID(0)]?.rows = []
    }
  }
}
