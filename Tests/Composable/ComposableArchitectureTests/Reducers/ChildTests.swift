import ComposableArchitecture
import Testing

@MainActor
struct ChildTests {
  let store = Store(initialState: Library.State(books: [Book.State(id: 1), Book.State(id: 2)])) {
    Library()
  }

  @Test("RED-04 a scope runs the child on its property")
  func scope() {
    store.send(.shelf(.raise))
    #expect(store.state.shelf == Shelf.State(height: 1))
  }

  @Test("RED-04 a scope has labels, or none, on a property and on a case")
  func labels() {
    let store = Store(initialState: Library.State(door: .open(Shelf.State()))) { Labels() }
    store.send(.shelf(.raise))
    #expect(store.shelf.height == 2)
    #expect(store.door == .open(Shelf.State(height: 1)))
  }

  @Test("RED-04 a child's action in another case is reported, and changes nothing")
  func scopeInAnotherCase() {
    withExpectedIssue {
      let store = Store(initialState: Library.Door.closed) { OpenDoor() }
      store.send(.raise)
      #expect(store.state == .closed)
    }
  }

  @Test("RED-06 ifLet runs an optional child while it is present")
  func ifLet() {
    store.send(.change { $0.book = Book.State(id: 1) })
    store.send(.book(.rename("Ulysses")))
    #expect(store.state.book?.name == "Ulysses")
  }

  @Test("RED-06 an action of an absent optional child is reported")
  func ifLetMissing() {
    withExpectedIssue { _ = store.send(.book(.rename("Ulysses"))) }
    #expect(store.state.book == nil)
  }

  @Test("RED-07 forEach runs the element that an action is for")
  func forEach() {
    store.send(.books(.element(id: 2, action: .rename("Ulysses"))))
    #expect(store.state.books.map(\.name) == ["", "Ulysses"])
  }

  @Test("RED-07 an action of an absent element is reported")
  func forEachMissing() {
    withExpectedIssue { _ = store.send(.books(.element(id: 3, action: .rename("Ulysses")))) }
    #expect(store.state.books.map(\.name) == ["", ""])
  }

  @Test("RED-07 an identified action has a case path for each id")
  func identifiedAction() {
    let action = Library.Action.books(.element(id: 2, action: .rename("Ulysses")))
    #expect(action.is(\.books[id: 2].rename))
    #expect(!action.is(\.books[id: 1]))
    #expect(action[case: \.books[id: 2].rename] == "Ulysses")
    #expect(action[case: \.books.element]?.id == 2)
  }

  @Test("RED-06 RED-07 children run before the parent, which may remove them")
  func childFirst() {
    let store = Store(initialState: Parent.State(child: 0, children: [Element(id: 1)])) { Parent() }
    store.send(.child)
    store.send(.children(.element(id: 1, action: ())))
    #expect(store.state == Parent.State(log: ["1 1", "- 1"]))
  }

  @Test("RED-01 a feature may contain itself")
  func recursive() {
    let store = Store(
      initialState: Tree.State(id: 1, children: [Tree.State(id: 2, children: [Tree.State(id: 3)])])
    ) {
      Tree()
    }
    store.send(
      .children(
        .element(id: 2, action: .children(.element(id: 3, action: .rename("leaf"))))))
    #expect(store.children[0].children[0].name == "leaf")
  }

  // MARK: - Nothing is copied

  @Test("RED-14 children, cases and rows are reduced in place")
  func inPlace() {
    let copies = LockIsolated(0)
    let store = Store(
      initialState: Warehouse.State(
        optional: Goods.State(id: 1, value: CopyCounter(copies)),
        property: Goods.State(id: 2, value: CopyCounter(copies)),
        room: .used(Goods.State(id: 3, value: CopyCounter(copies))),
        rows: [
          Goods.State(id: 4, value: CopyCounter(copies)),
          Goods.State(id: 5, value: CopyCounter(copies)),
        ])
    ) {
      Warehouse()
    }
    for _ in 1...3 {
      store.send(.optional(.change))
      store.send(.property(.change))
      store.send(.room(.change))
      store.send(.rows(.element(id: 5, action: .change)))
    }
    #expect(store.rows[id: 5]?.value.changes == 3)
    #expect(copies.value == 0)
  }
}

// MARK: - Features

private struct Labels: Reducer {
  typealias State = Library.State
  typealias Action = Library.Action

  var body: some ReducerOf<Self> {
    Scope(state: \.shelf, action: \.shelf) { Shelf() }
    Scope(\.shelf, action: \.shelf) { Shelf() }
    Scope(\.door, action: \.shelf) { OpenDoor() }
  }
}

private struct OpenDoor: Reducer {
  typealias State = Library.Door
  typealias Action = Shelf.Action

  var body: some ReducerOf<Self> {
    Scope(\.open, action: \.self) { Shelf() }
  }
}

private struct Element: Equatable, Identifiable {
  let id: Int
}

private struct Parent: Reducer {
  struct State: Equatable {
    var child: Int?
    var children: IdentifiedArrayOf<Element> = []
    var log: [String] = []
  }

  @CasePathable
  enum Action {
    case child
    case children(IdentifiedAction<Int, Void>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      state.log.append("\(state.child.map(String.init) ?? "-") \(state.children.count)")
      switch action {
      case .child: state.child = nil
      case .children: state.children.removeAll()
      }
      return .none
    }
    .ifLet(\.child, action: \.child) {
      Reduce { state, _ in
        state += 1
        return .none
      }
    }
    .forEach(\.children, action: \.children) {
      EmptyReducer()
    }
  }
}

@Reducer
private struct Tree {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var children: IdentifiedArrayOf<State> = []
    var name = ""
  }

  indirect enum Action {
    case children(IdentifiedActionOf<Tree>)
    case rename(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .rename(let name) = action { state.name = name }
      return .none
    }
    .forEach(\.children, action: \.children) { Tree() }
  }
}

/// A value that counts how often it had to be copied to be changed.
private struct CopyCounter: Equatable {
  private final class Storage {
    var changes = 0
  }

  private var storage = Storage()
  private let copies: LockIsolated<Int>

  init(_ copies: LockIsolated<Int>) {
    self.copies = copies
  }

  var changes: Int { storage.changes }

  mutating func change() {
    if !isKnownUniquelyReferenced(&storage) {
      let changes = storage.changes
      storage = Storage()
      storage.changes = changes
      copies.withValue { $0 += 1 }
    }
    storage.changes += 1
  }

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.changes == rhs.changes }
}

@Reducer
private struct Goods {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var value: CopyCounter
  }

  enum Action {
    case change
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.value.change()
      return .none
    }
  }
}

@Reducer
private struct Warehouse {
  @ObservableState
  struct State: Equatable {
    var optional: Goods.State?
    var property: Goods.State
    var room: Room
    var rows: IdentifiedArrayOf<Goods.State>
  }

  @CasePathable
  @ObservableState
  enum Room: Equatable {
    case empty
    case used(Goods.State)
  }

  enum Action {
    case optional(Goods.Action)
    case property(Goods.Action)
    case room(Goods.Action)
    case rows(IdentifiedActionOf<Goods>)
  }

  var body: some ReducerOf<Self> {
    Scope(\.property, action: \.property) { Goods() }
    Scope(\.room, action: \.room) {
      EmptyReducer()
        .ifCaseLet(\.used, action: \.self) { Goods() }
    }
    EmptyReducer()
      .ifLet(\.optional, action: \.optional) { Goods() }
      .forEach(\.rows, action: \.rows) { Goods() }
  }
}
