import ComposableArchitecture

/// An app with a list, a stack of screens, and presented features, written with the macros.
@Reducer
struct MemoLibrary {
  @Reducer
  enum Path {
    case folder(LibraryFolder)
    case memo(LibraryMemo)
    case text(String, page: Int)
  }

  @ObservableState
  struct State: Equatable {
    var path = StackState<Path.State>()
    var deleted: [String] = []
  }

  enum Action {
    case path(StackActionOf<Path>)
    case showAllButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .path(.element(let id, action: .memo(.delegate(.deleted(let title))))):
        state.deleted.append(title)
        state.path.pop(from: id)
        return .none

      case .path(.element(id: _, action: .folder(.memoTapped(let title)))):
        state.path.append(.memo(LibraryMemo.State(title: title)))
        return .none

      case .path:
        return .none

      case .showAllButtonTapped:
        state.path.append(.folder(LibraryFolder.State(name: "All")))
        state.path.append(.memo(LibraryMemo.State(title: "First")))
        state.path.append(.text("Once", page: 1))
        return .none
      }
    }
    .forEach(\.path, action: \.path)
  }
}

extension MemoLibrary.Path.State: Equatable {}

@Reducer
struct LibraryFolder {
  @ObservableState
  struct State: Equatable {
    var name: String
    var nested: [String] = []
  }

  enum Action {
    case memoTapped(String)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
  }
}

@Reducer
struct LibraryMemo {
  @Reducer
  enum Destination {
    case alert(AlertState<Alert>)
    case dialog(ConfirmationDialogState<Dialog>)
    case edit(LibraryForm)
    @ReducerCaseIgnored case help(page: Int)

    @CasePathable
    enum Alert: Equatable {
      case confirmDeletion
      case retry
    }

    @CasePathable
    enum Dialog: Equatable {
      case share
    }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var shares = 0
    var title: String
  }

  enum Action {
    case delegate(Delegate)
    case deleteButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case doneButtonTapped
    case editButtonTapped
    case shareButtonTapped

    @CasePathable
    enum Delegate: Equatable {
      case deleted(String)
    }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .delegate:
        return .none

      case .deleteButtonTapped:
        state.destination = .alert(.delete(state.title))
        return .none

      case .destination(.presented(.alert(.confirmDeletion))):
        return .send(.delegate(.deleted(state.title)))

      case .destination(.presented(.alert(.retry))):
        state.destination = .alert(.delete(state.title))
        return .none

      case .destination(.presented(.dialog(.share))):
        state.shares += 1
        return .none

      case .destination:
        return .none

      case .doneButtonTapped:
        guard case .some(.edit(let form)) = state.destination
        else { return .none }
        state.title = form.title
        state.destination = nil
        return .none

      case .editButtonTapped:
        state.destination = .edit(LibraryForm.State(title: state.title))
        return .none

      case .shareButtonTapped:
        state.destination = .dialog(.share)
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension LibraryMemo.Destination.State: Equatable {}

extension AlertState where Action == LibraryMemo.Destination.Alert {
  static func delete(_ title: String) -> Self {
    Self {
      TextState("Delete \(title)?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion) {
        TextState("Delete")
      }
      ButtonState(role: .cancel) {
        TextState("Keep")
      }
    } message: {
      TextState("It cannot be brought back.")
    }
  }
}

extension ConfirmationDialogState where Action == LibraryMemo.Destination.Dialog {
  static let share = Self(titleVisibility: .visible) {
    TextState("Share?")
  } actions: {
    ButtonState(action: .share) { TextState("Share") }
  }
}

@Reducer
struct LibraryForm {
  @ObservableState
  struct State: Equatable {
    var isStarred = false
    var starredCount = 0
    var title: String
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case saveButtonTapped
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding(\.isStarred):
        state.starredCount += state.isStarred ? 1 : -1
        return .none

      case .binding:
        return .none

      case .saveButtonTapped:
        return .run { _ in await dismiss() }
      }
    }
  }
}
