import ComposableArchitecture
import Testing

@Reducer
struct WatcherAssistPopover {
  @ObservableState
  struct State: Equatable {
    var content: String
    var revealedStep: Int?
  }

  enum Action {
    case closeButtonTapped
    case revealStep(Int)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        return .none
      case let .revealStep(step):
        state.revealedStep = step
        return .none
      }
    }
  }
}

/// A child behind a plain optional.
@Reducer
struct GameEngineFeature {
  @ObservableState
  struct State: Equatable {
    var watcherAssistPopover: WatcherAssistPopover.State?
  }

  enum Action {
    case watcherAssist(WatcherAssistPopover.Action)
    case watcherAssistTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .watcherAssist(.closeButtonTapped):
        state.watcherAssistPopover = nil
        return .none
      case .watcherAssist:
        return .none
      case .watcherAssistTapped:
        state.watcherAssistPopover = WatcherAssistPopover.State(content: "Look left")
        return .none
      }
    }
    .ifLet(\.watcherAssistPopover, action: \.watcherAssist) {
      WatcherAssistPopover()
    }
  }
}

@Reducer
struct ItemForm {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var name = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
  }
}

@Reducer
struct InventoryFeature {
  @Reducer
  enum Destination {
    case addItem(ItemForm)
    case deleteConfirmation(ConfirmationDialogState<DeleteConfirmation>)
    case editItem(ItemForm)

    @CasePathable
    enum DeleteConfirmation: Equatable {
      case confirm(id: Int)
    }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var items: IdentifiedArrayOf<ItemForm.State> = []
  }

  enum Action {
    case addButtonTapped
    case deleteButtonTapped(id: Int)
    case destination(PresentationAction<Destination.Action>)
    case itemTapped(id: Int)
    case saveButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .addItem(ItemForm.State(id: state.items.count))
        return .none

      case let .deleteButtonTapped(id):
        state.destination = .deleteConfirmation(
          ConfirmationDialogState(titleVisibility: .visible) {
            TextState("Delete?")
          } actions: {
            ButtonState(role: .destructive, action: .confirm(id: id)) {
              TextState("Delete")
            }
          })
        return .none

      case let .destination(.presented(.deleteConfirmation(.confirm(id)))):
        state.items.remove(id: id)
        return .none

      case .destination:
        return .none

      case let .itemTapped(id):
        state.destination = state.items[id: id].map(Destination.State.editItem)
        return .none

      case .saveButtonTapped:
        switch state.destination {
        case let .addItem(form), let .editItem(form):
          state.items.updateOrAppend(form)
          state.destination = nil
        case .deleteConfirmation, nil:
          break
        }
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension InventoryFeature.Destination.State: Equatable {}

@MainActor
struct PresentationTests {
  @Test("CS-14 RED-06 NAV-21 A child behind a plain optional acts, and is closed by its parent")
  func plainOptional() async {
    let store = TestStore(initialState: GameEngineFeature.State()) {
      GameEngineFeature()
    }

    await store.send(.watcherAssistTapped) {
      $0.watcherAssistPopover = WatcherAssistPopover.State(content: "Look left")
    }
    await store.send(\.watcherAssist.revealStep, 2) {
      $0.watcherAssistPopover?.revealedStep = 2
    }
    await store.send(.watcherAssist(.closeButtonTapped)) {
      $0.watcherAssistPopover = nil
    }
  }

  @Test("CS-15 NAV-21 NAV-22 NAV-23 One destination at a time: add, edit")
  func destinations() async {
    let store = TestStore(initialState: InventoryFeature.State()) {
      InventoryFeature()
    }

    await store.send(.addButtonTapped) {
      $0.destination = .addItem(ItemForm.State(id: 0))
    }
    await store.send(\.destination.addItem.binding.name, "Lamp") {
      $0.destination?.modify(\.addItem) { $0.name = "Lamp" }
    }
    await store.send(.saveButtonTapped) {
      $0.destination = nil
      $0.items = [ItemForm.State(id: 0, name: "Lamp")]
    }
    await store.send(.itemTapped(id: 0)) {
      $0.destination = .editItem(ItemForm.State(id: 0, name: "Lamp"))
    }
    await store.send(\.destination.dismiss) {
      $0.destination = nil
    }
  }

  @Test("CS-15 RED-10 ALT A dialog goes away with its answer")
  func dialog() async {
    let store = TestStore(
      initialState: InventoryFeature.State(items: [ItemForm.State(id: 3)])
    ) {
      InventoryFeature()
    }
    store.exhaustivity = .off

    await store.send(.deleteButtonTapped(id: 3))
    #expect(store.state.destination?.is(\.deleteConfirmation) == true)
    await store.send(\.destination.deleteConfirmation.confirm, 3) {
      $0.destination = nil
      $0.items = []
    }
  }

  @Test("CS-15 NAV-22 RED-25 A store of a case exists while the case is active")
  func scopeByCase() throws {
    let store = Store(initialState: InventoryFeature.State()) {
      InventoryFeature()
    }
    #expect(
      store.scope(state: \.destination?.addItem, action: \.destination.addItem) == nil)

    store.send(.addButtonTapped)
    let form = try #require(
      store.scope(state: \.destination?.addItem, action: \.destination.addItem))
    form.send(.binding(.set(\.name, "Lamp")))

    #expect(form.name == "Lamp")
    #expect(store.destination?.addItem?.name == "Lamp")
    #expect(
      store.scope(state: \.destination?.editItem, action: \.destination.editItem) == nil)
  }
}
