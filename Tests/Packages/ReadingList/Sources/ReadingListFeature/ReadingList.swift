import AddBookFeature
import BookDetailFeature
import Books
import ComposableArchitecture

@Reducer
public struct ReadingList {
  @Reducer
  public enum Path {
    case book(BookDetail)
  }

  @ObservableState
  public struct State: Equatable {
    @Presents public var addBook: AddBook.State?
    @Shared(.books) public var books
    public var path = StackState<Path.State>()

    public init() {}
  }

  public enum Action {
    case addBook(PresentationAction<AddBook.Action>)
    case addButtonTapped
    case bookTapped(id: Book.ID)
    case path(StackActionOf<Path>)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case let .addBook(.presented(.delegate(.bookSelected(book)))):
        state.$books.withLock { _ = $0.append(book) }
        state.addBook = nil
        return .none

      case .addBook:
        return .none

      case .addButtonTapped:
        state.addBook = AddBook.State()
        return .none

      case let .bookTapped(id):
        guard let book = Shared(state.$books[id: id])
        else { return .none }
        state.path.append(.book(BookDetail.State(book: book)))
        return .none

      case .path:
        return .none
      }
    }
    .ifLet(\.$addBook, action: \.addBook) {
      AddBook()
    }
    .forEach(\.path, action: \.path)
  }
}

extension ReadingList.Path.State: Equatable {}
