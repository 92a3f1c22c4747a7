import ComposableArchitecture
import Testing

@Reducer
private struct Leaf {
  @ObservableState
  struct State: Equatable, Identifiable {
    let id: Int
    var count = 0
  }

  enum Action {
    case increment
  }

  var body: some ReducerOf<Self> {
    Reduce { state, _ in
      state.count += 1
      return .none
    }
  }
}

@Reducer
private struct Shelves {
  @ObservableState
  struct State: Equatable {
    var pages: IdentifiedArrayOf<Leaf.State> = []
    var path = StackState<Leaf.State>()
  }

  enum Action {
    case pages(IdentifiedActionOf<Leaf>)
    case path(StackActionOf<Leaf>)
  }

  var body: some ReducerOf<Self> {
    EmptyReducer()
      .forEach(\.pages, action: \.pages) { Leaf() }
      .forEach(\.path, action: \.path) { Leaf() }
  }
}

@Suite("The stores of a collection can be scoped again")
@MainActor
struct ScopeAgainTests {
  private let store = Store(
    initialState: Shelves.State(
      pages: [Leaf.State(id: 5)], path: StackState([Leaf.State(id: 1), Leaf.State(id: 2)]))
  ) {
    Shelves()
  }

  @Test("A stack is scoped to an element by its id")
  func element() throws {
    let ids = store.path.ids
    let path = store.scope(\.path, action: \.path)
    let page: StoreOf<Leaf> = path.scope(\.[id: ids[0]]!, action: \.[id: ids[0]])
    page.send(.increment)
    #expect(page.count == 1)
    #expect(store.path[id: ids[0]]?.count == 1)
    #expect(store.path[id: ids[1]]?.count == 0)
    let last = try #require(path.scope(\.[id: ids[1]], action: \.[id: ids[1]]))
    last.send(.increment)
    #expect(store.path[id: ids[1]]?.count == 1)
  }

  @Test("An element that is not on the stack has no store")
  func missingElement() {
    let id = store.path.ids[1]
    #expect(store.scope(\.path, action: \.path).scope(\.[id: id], action: \.[id: id]) != nil)
    store.send(.path(.popFrom(id: id)))
    #expect(store.scope(\.path, action: \.path).scope(\.[id: id], action: \.[id: id]) == nil)
  }

  @Test("The same key paths give the same store again")
  func identity() {
    let id = store.path.ids[0]
    let first = store.scope(\.path, action: \.path).scope(\.[id: id], action: \.[id: id])
    let second = store.scope(\.path, action: \.path).scope(\.[id: id], action: \.[id: id])
    #expect(first != nil && first === second)
    let path = store.scope(state: \.path, action: \.path)
    #expect(path.scope(state: \.[id: id], action: \.[id: id]) === first)
  }

  @Test("The elements of an identified array are scoped, too")
  func identifiedArray() throws {
    let pages = store.scope(\.pages, action: \.pages)
    let page = try #require(pages.scope(\.[id: 5], action: \.[id: 5]))
    page.send(.increment)
    #expect(store.pages[id: 5]?.count == 1)
    #expect(pages.scope(\.count, action: \.self).state == 1)
  }
}
