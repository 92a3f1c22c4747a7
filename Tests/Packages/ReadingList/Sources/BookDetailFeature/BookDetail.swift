import Books
import ComposableArchitecture

@Reducer
public struct BookDetail {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    @Shared public var book: Book

    public init(book: Shared<Book>) {
      _book = book
    }
  }

  public enum Action {
    case alert(PresentationAction<Alert>)
    case deleteButtonTapped
    case readButtonTapped

    @CasePathable
    public enum Alert {
      case confirmDeletion
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmDeletion)):
        @Shared(.books) var books
        $books.withLock { _ = $0.remove(id: state.book.id) }
        return .run { [dismiss] _ in await dismiss() }

      case .alert:
        return .none

      case .deleteButtonTapped:
        state.alert = .deleteBook
        return .none

      case .readButtonTapped:
        state.$book.withLock { $0.isRead.toggle() }
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState where Action == BookDetail.Action.Alert {
  public static var deleteBook: Self {
    Self {
      TextState("Delete this book?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion) {
        TextState("Delete")
      }
      ButtonState(role: .cancel) {
        TextState("Cancel")
      }
    }
  }
}
