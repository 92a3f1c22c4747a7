extension Store {
  /// The stores of the elements of a collection.
  ///
  /// ```swift
  /// for row in store.scope(\.rows, action: \.rows) {
  ///   print(row.title)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The way to the collection.
  ///   - action: The case that holds the elements' actions.
  /// - Returns: A collection of stores.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction>(
    _ state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> _StoreCollection<ID, ElementState, ElementAction> {
    let list = list(state, action)
    let elements = core.withState(isObserved: true) {
      list.way.read($0, .value, \.pointee)
    }
    return _StoreCollection(elements: elements, store: list.store)
  }

  /// The stores of the elements of a collection.
  ///
  /// - Parameters:
  ///   - state: The way to the collection.
  ///   - action: The case that holds the elements' actions.
  /// - Returns: A collection of stores.
  public func scope<ID: Hashable & Sendable, ElementState, ElementAction>(
    state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> _StoreCollection<ID, ElementState, ElementAction> {
    scope(state, action: action)
  }

  private func list<ID: Hashable & Sendable, ElementState, ElementAction>(
    _ state: KeyPath<State, IdentifiedArray<ID, ElementState>>,
    _ action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>
  ) -> StoreList<State, Action, ID, ElementState, ElementAction> {
    let id = ScopeID(state: state, action: action)
    if let list = children[id] as? StoreList<State, Action, ID, ElementState, ElementAction> {
      return list
    }
    let list = StoreList(core, state: state, action: action)
    children[id] = list
    return list
  }
}

/// The stores of a collection's elements that have been asked for.
@MainActor
final class StoreList<ParentState, ParentAction, ID: Hashable & Sendable, State, Action> {
  let way: StateWay<ParentState, IdentifiedArray<ID, State>>
  private let core: Core<ParentState, ParentAction>
  private let action: AnyCasePath<ParentAction, IdentifiedAction<ID, Action>>
  private var stores: [ID: Store<State, Action>] = [:]
  private var limit = 64

  init(
    _ core: Core<ParentState, ParentAction>,
    state: KeyPath<ParentState, IdentifiedArray<ID, State>>,
    action: CaseKeyPath<ParentAction, IdentifiedAction<ID, Action>>
  ) {
    self.core = core
    way = StateWay(state)
    self.action = AnyCasePath(action)
  }

  func store(_ id: ID, _ state: State) -> Store<State, Action> {
    if let store = stores[id], !store.core.isInvalid { return store }
    let store = Store(core: ElementCore(core, way: way, action: action, id: id, state: state))
    sweep()
    stores[id] = store
    return store
  }

  /// Lets go of stores whose elements have gone, whenever the number of stores has doubled.
  private func sweep() {
    guard stores.count >= limit
    else { return }
    stores = stores.filter { !$0.value.core.isInvalid }
    limit = max(64, stores.count * 2)
  }
}
