public import CasePaths
public import IdentifiedCollections

extension Store {
  /// The stores of the elements of a stack.
  ///
  /// ```swift
  /// switch store.scope(\.path, action: \.path).last?.case { … }
  /// ```
  ///
  /// - Parameters:
  ///   - state: The way to the stack.
  ///   - action: The case that holds the elements' actions.
  /// - Returns: A collection of stores, the element on top last.
  public func scope<ElementState, ElementAction>(
    _ state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> _StackStores<ElementState, ElementAction> {
    let list = list(state, action)
    let stack = core.withState(isObserved: true) { list.way.read($0, .value, \.pointee) }
    return _StackStores(stack: stack, store: list.store)
  }

  /// The stores of the elements of a stack.
  ///
  /// - Parameters:
  ///   - state: The way to the stack.
  ///   - action: The case that holds the elements' actions.
  /// - Returns: A collection of stores, the element on top last.
  public func scope<ElementState, ElementAction>(
    state: KeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> _StackStores<ElementState, ElementAction> {
    scope(state, action: action)
  }

  private func list<ElementState, ElementAction>(
    _ state: KeyPath<State, StackState<ElementState>>,
    _ action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>
  ) -> StackStoreList<State, Action, ElementState, ElementAction> {
    let id = ScopeID(state: state, action: action)
    if let list = children[id] as? StackStoreList<State, Action, ElementState, ElementAction> {
      return list
    }
    let list = StackStoreList(core, state: state, action: action)
    children[id] = list
    return list
  }
}

/// The stores of the elements of a stack, in their order.
///
/// It is a picture of the stack at the time it was made: do not keep it for longer than it takes to
/// go through it, because while it is there the next change has to copy the stack. An element has the
/// same store each time, for as long as it is on the stack.
@MainActor
public struct _StackStores<State, Action>: @MainActor RandomAccessCollection {
  private let stack: StackState<State>
  private let store: (StackElementID, State) -> Store<State, Action>

  fileprivate init(
    stack: StackState<State>, store: @escaping (StackElementID, State) -> Store<State, Action>
  ) {
    self.stack = stack
    self.store = store
  }

  /// The ids of the elements.
  public var ids: OrderedSet<StackElementID> { stack.ids }

  public var startIndex: Int { 0 }
  public var endIndex: Int { stack.count }

  public subscript(position: Int) -> Store<State, Action> {
    store(stack.ids[position], stack[position])
  }

  /// The store of the element with an id, `nil` if there is none.
  public subscript(id id: StackElementID) -> Store<State, Action>? {
    stack[id: id].map { store(id, $0) }
  }
}

/// The stores of a stack's elements that have been asked for.
@MainActor
private final class StackStoreList<ParentState, ParentAction, State, Action> {
  let way: StateWay<ParentState, StackState<State>>
  private let core: Core<ParentState, ParentAction>
  private let action: AnyCasePath<ParentAction, StackAction<State, Action>>
  private var stores: [StackElementID: Store<State, Action>] = [:]

  init(
    _ core: Core<ParentState, ParentAction>, state: KeyPath<ParentState, StackState<State>>,
    action: CaseKeyPath<ParentAction, StackAction<State, Action>>
  ) {
    self.core = core
    way = StateWay(state)
    self.action = AnyCasePath(action)
  }

  func store(_ id: StackElementID, _ state: State) -> Store<State, Action> {
    if let store = stores[id] { return store }
    // Ids are never given twice, and stacks are short.
    stores = stores.filter { !$0.value.core.isInvalid }
    let store = Store(core: StackElementCore(core, way: way, action: action, id: id, state: state))
    stores[id] = store
    return store
  }
}
