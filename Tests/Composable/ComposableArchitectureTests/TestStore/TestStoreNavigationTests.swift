import ComposableArchitecture
import Testing

@Suite("TestStore: navigation")
@MainActor
struct TestStoreNavigationTests {
  @Test("TST-05 TST-07 TST-08 TST-14 A presented feature is driven through its parent's key paths")
  func destination() async {
    let store = TestStore(initialState: Notes.State()) { Notes() }
    await store.send(.addButtonTapped) { $0.destination = .add(NoteForm.State()) }
    await store.send(\.destination.add.binding.title, "Design") {
      $0.destination?.modify(\.add) { $0.title = "Design" }
    }
    await store.send(\.destination.add.clearButtonTapped) {
      $0.destination?.modify(\.add) { $0.title = "" }
    }
    await store.send(\.destination.dismiss) { $0.destination = nil }
    await store.send(.deleteButtonTapped) { $0.destination = .alert(.delete) }
    await store.send(\.destination.alert.confirmDeletion) {
      $0.destination = nil
      $0.isDeleted = true
    }
  }

  @Test("TST-09 Actions of a presented feature are sent in full, too")
  func presented() async {
    let store = TestStore(initialState: Notes.State(destination: .alert(.delete))) { Notes() }
    await store.send(.destination(.presented(.alert(.confirmDeletion)))) {
      $0.destination = nil
      $0.isDeleted = true
    }
  }

  @Test("TST-06 TST-07 TST-12 Elements of a stack are pushed, sent actions and received by id")
  func stack() async {
    let store = TestStore(initialState: Notes.State()) { Notes() }
    await store.send(\.path.push, (id: 0, .detail(NoteForm.State(title: "Design")))) {
      $0.path[id: 0] = .detail(NoteForm.State(title: "Design"))
    }
    await store.send(\.path[id: 0].detail.binding.title, "Design!") {
      $0.path[id: 0]?.modify(\.detail) { $0.title = "Design!" }
    }
    await store.send(\.path[id: 0].detail.doneButtonTapped)
    await store.receive(\.path[id: 0].detail.delegate.done) { $0.titles = ["Design!"] }
    await store.send(\.path[id: 0].detail.doneButtonTapped)
    await store.receive(\.path[id: 0].detail.delegate.done, "Design!") {
      $0.titles = ["Design!", "Design!"]
    }
    await store.send(\.path.popFrom, 0) { $0.path = StackState() }
  }

  @Test("A closure that pushes on a stack gets the reducer's ids")
  func stackIDs() async {
    let store = TestStore(initialState: Notes.State()) { Notes() }
    await store.send(.pushTwoButtonTapped) {
      $0.path.append(.detail(NoteForm.State(title: "One")))
      $0.path.append(.detail(NoteForm.State(title: "Two")))
    }
    await store.send(.pushTwoButtonTapped) {
      $0.path[id: 2] = .detail(NoteForm.State(title: "One"))
      $0.path[id: 3] = .detail(NoteForm.State(title: "Two"))
    }
    await store.send(\.path[id: 3].detail.closeButtonTapped)
    await store.receive(\.path.popFrom) { $0.path.removeLast() }
    #expect(store.state.path.ids == [0, 1, 2])
  }

  @Test("Rows are driven by id")
  func rows() async {
    let store = TestStore(
      initialState: Notes.State(rows: [NoteRow.State(id: 1), NoteRow.State(id: 2)])
    ) {
      Notes()
    }
    await store.send(\.rows[id: 2].toggled) { $0.rows[id: 2]?.isDone = true }
    await store.receive(\.rows[id: 2].saved)
    await store.send(\.rows[id: 1].renamed, "First") { $0.rows[id: 1]?.title = "First" }
  }

  @Test("TST-13 A feature that dismisses itself at the root is dismissed, and is sent no more")
  func dismissal() async {
    var line: UInt = 0
    let issues = await testStoreIssues {
      let store = TestStore(initialState: NoteForm.State()) { NoteForm() }
      #expect(!store.isDismissed)
      await store.send(.closeButtonTapped)
      #expect(store.isDismissed)
      line = #line + 1
      await store.send(.clearButtonTapped) { $0.title = "Never seen" }
    }
    #expect(
      issues == [.init(message: "Can't send action to dismissed test store.", line: line)])
  }
}

@Reducer
private struct NoteForm {
  @ObservableState
  struct State: Equatable {
    var title = ""
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case clearButtonTapped
    case closeButtonTapped
    case delegate(Delegate)
    case doneButtonTapped

    @CasePathable
    enum Delegate {
      case done(String)
    }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .delegate:
        return .none
      case .clearButtonTapped:
        state.title = ""
        return .none
      case .closeButtonTapped:
        return .run { _ in await dismiss() }
      case .doneButtonTapped:
        return .send(.delegate(.done(state.title)))
      }
    }
  }
}

@Reducer
private struct NoteRow {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var isDone = false
    var title = ""
  }

  enum Action {
    case renamed(String)
    case saved
    case toggled
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .renamed(let title):
        state.title = title
        return .none
      case .saved:
        return .none
      case .toggled:
        state.isDone.toggle()
        return .run { send in await send(.saved) }
      }
    }
  }
}

@Reducer
private struct Notes {
  @Reducer
  enum Destination {
    case add(NoteForm)
    case alert(AlertState<Alert>)

    @CasePathable
    enum Alert {
      case confirmDeletion
    }
  }

  @Reducer
  enum Path {
    case detail(NoteForm)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var isDeleted = false
    var path = StackState<Path.State>()
    var rows: IdentifiedArrayOf<NoteRow.State> = []
    var titles: [String] = []
  }

  enum Action {
    case addButtonTapped
    case deleteButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Path>)
    case pushTwoButtonTapped
    case rows(IdentifiedActionOf<NoteRow>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        state.destination = .add(NoteForm.State())
        return .none
      case .deleteButtonTapped:
        state.destination = .alert(.delete)
        return .none
      case .destination(.presented(.alert(.confirmDeletion))):
        state.isDeleted = true
        return .none
      case .destination:
        return .none
      case .path(.element(_, .detail(.delegate(.done(let title))))):
        state.titles.append(title)
        return .none
      case .path:
        return .none
      case .pushTwoButtonTapped:
        state.path.append(.detail(NoteForm.State(title: "One")))
        state.path.append(.detail(NoteForm.State(title: "Two")))
        return .none
      case .rows:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
    .forEach(\.rows, action: \.rows) {
      NoteRow()
    }
  }
}

extension Notes.Destination.State: Equatable {}
extension Notes.Path.State: Equatable {}

extension AlertState where Action == Notes.Destination.Alert {
  fileprivate static var delete: Self {
    AlertState {
      TextState("Delete?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion) { TextState("Delete") }
    }
  }
}
