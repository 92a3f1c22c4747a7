public import ComposableArchitecture
import Testing

/// A module's public interface: everything public, sendable, and with explicit initializers.
@MainActor
@Suite("Macros on public types")
struct PublicFeatureTests {
  @Test("RED-01 RED-08 RED-14 RED-16 a public feature with everything in it works")
  func feature() async {
    let store = TestStore(
      initialState: PublicForm.State(id: UUID(0), tags: Shared(value: ["a"]))
    ) {
      PublicForm()
    }
    await store.send(\.binding.title, "x") { $0.title = "X" }
    await store.send(\.path.push, (id: 0, .row(PublicRow.State(id: 1)))) {
      $0.path[id: 0] = .row(PublicRow.State(id: 1))
    }
    await store.send(\.path[id: 0].row.popButtonTapped) { $0.path = StackState() }
    await store.send(.askButtonTapped) {
      $0.destination = .alert(AlertState { TextState("Sure?") })
    }
    await store.send(\.destination.alert.confirmButtonTapped) {
      $0.destination = nil
      $0.$tags.withLock { $0.append("sure") }
    }
    await store.send(\.rows[id: 3].popButtonTapped)
  }
}

@Reducer
public struct PublicForm: Sendable {
  @ObservableState
  public struct State: Equatable, Identifiable, Sendable {
    @Presents public var destination: PublicDestination.State?
    public var focus: Field? = .title
    public let id: UUID
    public var path = StackState<PublicPath.State>()
    public var rows: IdentifiedArrayOf<PublicRow.State> = [PublicRow.State(id: 3)]
    @Shared public var tags: [String]
    public internal(set) var title: String

    public enum Field: Hashable, Sendable { case title }

    public init(id: UUID, tags: Shared<[String]>, title: String = "") {
      self.id = id
      self._tags = tags
      self.title = title
    }
  }

  public enum Action: BindableAction, Sendable {
    case askButtonTapped
    case binding(BindingAction<State>)
    case destination(PresentationAction<PublicDestination.Action>)
    case path(StackActionOf<PublicPath>)
    case rows(IdentifiedActionOf<PublicRow>)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .askButtonTapped:
        state.destination = .alert(AlertState { TextState("Sure?") })
        return .none

      case .binding(\.title):
        state.title = state.title.uppercased()
        return .none

      case .destination(.presented(.alert(.confirmButtonTapped))):
        state.$tags.withLock { $0.append("sure") }
        return .none

      case .path(.element(let id, action: .row(.popButtonTapped))):
        state.path.pop(from: id)
        return .none

      case .binding, .destination, .path, .rows:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
    .forEach(\.rows, action: \.rows) { PublicRow() }
  }
}

@Reducer
public struct PublicRow: Sendable {
  @ObservableState
  public struct State: Equatable, Identifiable, Sendable {
    public var id: Int

    public init(id: Int) {
      self.id = id
    }
  }

  public enum Action: Sendable {
    case popButtonTapped
  }

  public init() {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    .none
  }
}

@Reducer
public enum PublicDestination {
  case alert(AlertState<Alert>)
  case confirm(ConfirmationDialogState<Alert>)
  case message(AlertState<Never>)
  case row(PublicRow)

  @CasePathable
  public enum Alert: Sendable {
    case confirmButtonTapped
  }
}

extension PublicDestination.State: Equatable, Sendable {}
extension PublicDestination.Action: Sendable {}

@Reducer
public enum PublicPath {
  case about(Int, String)
  case row(PublicRow)
}

extension PublicPath.State: Equatable, Sendable {}
extension PublicPath.Action: Sendable {}
