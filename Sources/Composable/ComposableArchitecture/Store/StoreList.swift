/// The stores created for a collection's elements.
@MainActor
final class StoreList<
  ParentState, ParentAction, Elements: _StoreElements, Action, ElementsAction
>: ElementStores {
  let toState: StateProperty<ParentState, Elements>
  private(set) lazy var whole = Store(
    core: ScopedCore(core, state: state, action: elementsAction))
  private let core: Core<ParentState, ParentAction>
  private let state: KeyPath<ParentState, Elements>
  private let elementsAction: AnyCasePath<ParentAction, ElementsAction>
  private let action: AnyCasePath<ParentAction, (id: Elements.ID, action: Action)>
  private var stores: [Elements.ID: Store<Elements.Element, Action>] = [:]
  private var limit = 64

  init(
    _ core: Core<ParentState, ParentAction>, state: KeyPath<ParentState, Elements>,
    action elementsAction: AnyCasePath<ParentAction, ElementsAction>,
    element: AnyCasePath<ElementsAction, (id: Elements.ID, action: Action)>
  ) {
    self.core = core
    self.state = state
    toState = StateProperty(state)
    self.elementsAction = elementsAction
    let action = elementsAction.appending(path: element)
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
  func collection<Elements: _StoreElements, ElementAction, ElementsAction>(
    _ state: KeyPath<State, Elements>, action: CaseKeyPath<Action, ElementsAction>,
    element:
      @autoclosure () -> AnyCasePath<
        ElementsAction, (id: Elements.ID, action: ElementAction)
      >
  ) -> _StoreCollection<Elements, ElementAction, ElementsAction> {
    typealias List = StoreList<State, Action, Elements, ElementAction, ElementsAction>
    let id = ScopeID(state: state, action: action)
    let list: List
    if let known = children.find(id) as? List {
      list = known
    } else {
      list = List(core, state: state, action: AnyCasePath(action), element: element())
      children.set(list, at: id)
    }
    let elements = core.withState(isObserved: true) { list.toState.read($0, .value, \.pointee) }
    return _StoreCollection(elements: elements, stores: list)
  }
}
