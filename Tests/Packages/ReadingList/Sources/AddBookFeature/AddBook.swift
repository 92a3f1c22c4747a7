import BookClient
import Books
import ComposableArchitecture

@Reducer
public struct AddBook {
  @ObservableState
  public struct State: Equatable {
    public var books: [Book] = []
    public var query = ""

    public init() {}
  }

  public enum Action: BindableAction {
    case binding(BindingAction<State>)
    case bookTapped(Book)
    case delegate(Delegate)
    case searchResponse([Book])

    @CasePathable
    public enum Delegate {
      case bookSelected(Book)
    }
  }

  private enum CancelID { case search }

  @Dependency(\.bookClient) var bookClient
  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.query):
        guard !state.query.isEmpty
        else {
          state.books = []
          return .cancel(id: CancelID.search)
        }
        return .run { [bookClient, clock, query = state.query] send in
          try await clock.sleep(for: .milliseconds(300))
          try await send(.searchResponse(bookClient.search(title: query)))
        }
        .cancellable(id: CancelID.search, cancelInFlight: true)

      case .binding:
        return .none

      case let .bookTapped(book):
        return .send(.delegate(.bookSelected(book)))

      case .delegate:
        return .none

      case let .searchResponse(books):
        state.books = books
        return .none
      }
    }
  }
}
