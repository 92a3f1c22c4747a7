import ComposableArchitecture

/// A feature with every kind of observable state.
@Reducer
struct Library {
  @ObservableState
  struct State: Equatable {
    var title = ""
    var subtitle = ""
    var shelf = Shelf.State()
    var book: Book.State?
    var books: IdentifiedArrayOf<Book.State> = []
    var door = Door.closed
  }

  @CasePathable
  @ObservableState
  enum Door: Equatable {
    case closed
    case open(Shelf.State)
    case labelled(String)
  }

  enum Action: Sendable {
    case book(Book.Action)
    case books(IdentifiedActionOf<Book>)
    case change(@Sendable (inout State) -> Void)
    case shelf(Shelf.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.shelf, action: \.shelf) { Shelf() }
    Reduce { state, action in
      if case .change(let change) = action { change(&state) }
      return .none
    }
    .ifLet(\.book, action: \.book) { Book() }
    .forEach(\.books, action: \.books) { Book() }
  }
}

@Reducer
struct Shelf {
  @ObservableState
  struct State: Equatable {
    var height = 0
    var width = 0
  }

  enum Action: Sendable {
    case raise
    case replace
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .raise:
        state.height += 1

      case .replace:
        state = State(height: 100)
      }
      return .none
    }
  }
}

@Reducer
struct Book {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var isRead = false
    var name = ""
  }

  enum Action: Sendable {
    case rename(String)
    case replace(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .rename(let name):
        state.name = name

      case .replace(let name):
        state = State(id: state.id, name: name)
      }
      return .none
    }
  }
}
