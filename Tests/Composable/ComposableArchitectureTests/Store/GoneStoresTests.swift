import ComposableArchitecture
import Testing

@Reducer
private struct Draft {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var text = ""
  }

  enum Action {
    case finish
    case type(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .finish:
        state.text += "."
      case .type(let text):
        state.text = text
      }
      return .none
    }
  }
}

@Reducer
private struct Desk {
  @Reducer
  enum Destination {
    case draft(Draft)
    case other(Draft)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var draft: Draft.State?
    var drafts: IdentifiedArrayOf<Draft.State> = []
    var path = StackState<Draft.State>()
  }

  enum Action {
    case clear
    case destination(PresentationAction<Destination.Action>)
    case draft(Draft.Action)
    case drafts(IdentifiedActionOf<Draft>)
    case path(StackActionOf<Draft>)
    case present(Destination.State)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .clear:
        state = State()
      case .destination(.presented(.draft(.finish))):
        state.destination = nil
      case .draft(.finish):
        state.draft = nil
      case .drafts(.element(let id, .finish)):
        state.drafts.remove(id: id)
      case .path(.element(let id, .finish)):
        state.path.pop(from: id)
      case .present(let destination):
        state.destination = destination
      default:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.draft, action: \.draft) { Draft() }
    .forEach(\.drafts, action: \.drafts) { Draft() }
    .forEach(\.path, action: \.path) { Draft() }
  }
}

extension Desk.Destination.State: Equatable {}

@Reducer
private struct Office {
  @ObservableState
  struct State: Equatable {
    var desk: Desk.State
  }

  enum Action {
    case desk(Desk.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.desk, action: \.desk) { Desk() }
  }
}

@MainActor
@Suite("Stores of removed state")
struct GoneStoresTests {
  private let store = Store(
    initialState: Desk.State(
      destination: .draft(Draft.State(id: 1)), draft: Draft.State(id: 2),
      drafts: [Draft.State(id: 3), Draft.State(id: 4)], path: [Draft.State(id: 5)])
  ) {
    Desk()
  }

  private func children() -> [StoreOf<Draft>] {
    [
      store.scope(\.destination?.draft, action: \.destination.draft),
      store.scope(\.draft, action: \.draft),
      store.scope(\.drafts, action: \.drafts)[0],
      store.scope(\.path, action: \.path)[0],
    ].compactMap { $0 }
  }

  @Test("RED-25 a store shows its last state, including changes by the removing action")
  func removedByOwnAction() {
    let children = children()
    #expect(children.count == 4)
    for child in children {
      child.send(.type("Hello"))
      child.send(.finish)
      #expect(child.text == "Hello.")
    }
    #expect(store.destination == nil)
    #expect(store.draft == nil)
    #expect(store.drafts.ids == [4])
    #expect(store.path.isEmpty)
  }

  @Test("RED-25 two stores of one child, scoped by action or presentation, outlive it")
  func presentedTwice() throws {
    let destination = try #require(store.scope(\.destination, action: \.destination))
    let presented = try #require(store.scope(\.destination, action: \.destination.presented))
    #expect(destination !== presented)
    destination.send(.draft(.type("Hello")))
    #expect(presented.withState(\.draft?.text) == "Hello")
    destination.send(.draft(.finish))
    #expect(store.destination == nil)
    #expect(destination.withState(\.draft?.text) == "Hello.")
    #expect(presented.withState(\.draft?.text) == "Hello")
  }

  @Test("RED-25 two stores of one child, scoped in one step or in two, outlive it")
  func scopedTwice() throws {
    let outer = Store(initialState: Office.State(desk: Desk.State(draft: Draft.State(id: 1)))) {
      Office()
    }
    let stepwise = try #require(
      outer.scope(\.desk, action: \.desk).scope(\.draft, action: \.draft))
    let direct = try #require(outer.scope(\.desk.draft, action: \.desk.draft))
    #expect(stepwise !== direct)
    for (sender, text) in [(direct, "Hello"), (stepwise, "Bye")] {
      sender.send(.type(text))
      #expect([stepwise.text, direct.text] == [text, text])
    }
    direct.send(.finish)
    #expect(outer.desk.draft == nil)
    #expect([stepwise.text, direct.text] == ["Bye.", "Bye"])
  }

  @Test("RED-25 shows the last state it had, when its parent is replaced")
  func removedByParent() {
    let children = children()
    for child in children { child.send(.type("Hello")) }
    store.send(.clear)
    #expect(children.map(\.text) == ["Hello", "Hello", "Hello", "Hello"])
  }

  @Test("RED-25 other children's actions do not change its last state")
  func others() {
    let children = children()
    children[2].send(.type("Hello"))
    children[2].send(.finish)
    for id in 6...9 { store.send(.drafts(.element(id: 4, action: .type("\(id)")))) }
    children[0].send(.type("Bye"))
    store.send(.clear)
    #expect(children.map(\.text) == ["Bye", "", "Hello.", ""])
  }

  @Test("RED-27 the store of a case is let go of when the state is in another")
  func otherCase() throws {
    weak var gone: StoreOf<Draft>?
    let destination = try #require(store.scope(\.destination, action: \.destination))
    if case .draft(let draft) = destination.case { gone = draft }
    #expect(gone != nil)
    store.send(.present(.other(Draft.State(id: 8))))
    let other = try #require(store.scope(\.destination, action: \.destination))
    guard case .other = other.case
    else {
      Issue.record("Not in the other case.")
      return
    }
    #expect(gone == nil)
  }
}

@MainActor
@Suite("Child stores keep no second reference to the state")
struct ChildStoreInPlaceTests {
  private let store = Store(
    initialState: ManyValues.State(child: ManyValues.State(), path: [ManyValues.State()])
  ) {
    ManyValues()
  }

  @Test("RED-25 a child with a store is mutated without a copy")
  func child() throws {
    let child = try #require(store.scope(\.child, action: \.child))
    try expectInPlace(child)
  }

  @Test("RED-25 an element with a store is mutated without a copy")
  func element() throws {
    try expectInPlace(store.scope(\.path, action: \.path)[0])
  }

  @Test("RED-25 so is the child of an element")
  func childOfElement() throws {
    let store = Store(
      initialState: ManyValues.State(path: [ManyValues.State(child: ManyValues.State())])
    ) {
      ManyValues()
    }
    let element = store.scope(\.path, action: \.path)[0]
    let child = try #require(element.scope(\.child, action: \.child))
    try expectInPlace(child)
    try expectInPlace(element)
  }

  private func expectInPlace(_ child: StoreOf<ManyValues>) throws {
    for count in 1...3 {
      child.send(.setButtonTapped)
      #expect(!child.isCopied)
      #expect(child.values[0] == count)
    }
  }
}
