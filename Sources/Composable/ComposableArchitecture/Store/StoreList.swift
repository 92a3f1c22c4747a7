/// The stores created for a collection's elements.
@MainActor
final class StoreList<ParentState, ParentAction, Elements: _StoreElements, Action> {
  let toState: StateProperty<ParentState, Elements>
  private let core: Core<ParentState, ParentAction>
  private let action: AnyCasePath<ParentAction, (id: Elements.ID, action: Action)>
  private var stores: [Elements.ID: Store<Elements.Element, Action>] = [:]
  private var limit = 64

  init(
    _ core: Core<ParentState, ParentAction>, state: KeyPath<ParentState, Elements>,
    action: AnyCasePath<ParentAction, (id: Elements.ID, action: Action)>
  ) {
    self.core = core
    toState = StateProperty(state)
    self.action = action
    core.add(of: self) { [unowned self] parentAction, found in
      if let element = action.extract(from: parentAction), let core = stores[element.id]?.core {
        if let cache = core.cache { found.append(cache) }
        core.findCaches(for: element.action, &found)
      }
    }
  }

  func store(_ id: Elements.ID, _ state: Elements.Element) -> Store<Elements.Element, Action> {
    if let store = stores[id], !store.core.isInvalid { return store }
    let store = Store(
      core: ElementCore(core, toState: toState, action: action, id: id, state: state))
    sweep()
    stores[id] = store
    return store
  }

  /// Releases the stores of removed elements, whenever the number of stores has doubled.
  private func sweep() {
    guard stores.count >= limit
    else { return }
    stores = stores.filter { !$0.value.core.isInvalid }
    limit = max(64, stores.count * 2)
  }
}

extension Store {
  /// The stores of a collection's elements.
  func collection<Elements: _StoreElements, ElementAction>(
    _ state: KeyPath<State, Elements>, _ id: ScopeID,
    _ action: () -> AnyCasePath<Action, (id: Elements.ID, action: ElementAction)>
  ) -> _StoreCollection<Elements, ElementAction> {
    let list: StoreList<State, Action, Elements, ElementAction>
    if let known = children.find(id) as? StoreList<State, Action, Elements, ElementAction> {
      list = known
    } else {
      list = StoreList(core, state: state, action: action())
      children.set(list, at: id)
    }
    let elements = core.withState(isObserved: true) { list.toState.read($0, .value, \.pointee) }
    return _StoreCollection(elements: elements, store: list.store)
  }
}
