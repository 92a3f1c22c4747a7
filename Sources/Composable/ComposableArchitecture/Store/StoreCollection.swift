public import CasePaths
public import IdentifiedCollections

/// The stores of the elements of a collection, in their order.
///
/// A snapshot of the collection. Use it only for iteration: while it exists, the next change has to
/// copy the collection. An element has the same store for as long as it is in the collection.
@MainActor
public struct _StoreCollection<Elements: _StoreElements, Action, ElementsAction>:
  @MainActor RandomAccessCollection
{
  private let elements: Elements
  private let stores: any ElementStores<Elements, Action, ElementsAction>

  init(elements: Elements, stores: any ElementStores<Elements, Action, ElementsAction>) {
    self.elements = elements
    self.stores = stores
  }

  /// The ids of the elements.
  public var ids: OrderedSet<Elements.ID> { elements.ids }

  /// The position of the first store, 0.
  public var startIndex: Int { 0 }

  /// The number of stores.
  public var endIndex: Int { elements.count }

  /// The store of the element at a position, created on first use.
  public subscript(position: Int) -> Store<Elements.Element, Action> {
    stores.store(elements.ids[position], elements[position])
  }

  /// The store of the element with an id, `nil` if no element has it.
  public subscript(id id: Elements.ID) -> Store<Elements.Element, Action>? {
    elements._position(of: id).map { stores.store(id, elements[$0]) }
  }

  /// A store of a part of the collection, which sends actions of that part.
  ///
  /// - Parameters:
  ///   - state: The key path of the part's state.
  ///   - action: The case that holds the part's actions.
  /// - Returns: The part's store.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<Elements, ChildState>, action: CaseKeyPath<ElementsAction, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    stores.whole.scope(state, action: action)
  }

  /// A store of an optional part of the collection, while present.
  ///
  /// ```swift
  /// let detail = store.scope(\.path, action: \.path).scope(\.[id: 0], action: \.[id: 0])
  /// ```
  ///
  /// - Parameters:
  ///   - state: The key path of the part's state.
  ///   - action: The case that holds the part's actions.
  /// - Returns: The part's store, or `nil` while there is no such part.
  public func scope<ChildState, ChildAction>(
    _ state: KeyPath<Elements, ChildState?>, action: CaseKeyPath<ElementsAction, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    stores.whole.scope(state, action: action)
  }

  /// A store of a part of the collection, which sends actions of that part.
  ///
  /// - Parameters:
  ///   - state: The key path of the part's state.
  ///   - action: The case that holds the part's actions.
  /// - Returns: The part's store.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<Elements, ChildState>, action: CaseKeyPath<ElementsAction, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state, action: action)
  }

  /// A store of an optional part of the collection, while present.
  ///
  /// - Parameters:
  ///   - state: The key path of the part's state.
  ///   - action: The case that holds the part's actions.
  /// - Returns: The part's store, or `nil` while there is no such part.
  public func scope<ChildState, ChildAction>(
    state: KeyPath<Elements, ChildState?>, action: CaseKeyPath<ElementsAction, ChildAction>
  ) -> Store<ChildState, ChildAction>? {
    scope(state, action: action)
  }
}

/// The store of a collection, and those of its elements.
@MainActor
protocol ElementStores<Elements, Action, ElementsAction>: AnyObject {
  associatedtype Elements: _StoreElements
  associatedtype Action
  associatedtype ElementsAction

  var whole: Store<Elements, ElementsAction> { get }

  func store(_ id: Elements.ID, _ state: Elements.Element) -> Store<Elements.Element, Action>
}

/// A collection of states, each with a store.
public protocol _StoreElements<ID, Element>: RandomAccessCollection where Index == Int {
  /// The elements' ids.
  associatedtype ID: Hashable

  /// The ids of the elements, in their order.
  var ids: OrderedSet<ID> { get }

  /// The position of the element with an id, `nil` if no element has it.
  func _position(of id: ID) -> Int?
}

extension IdentifiedArray: _StoreElements {
  /// The position of the element with an id. Takes constant time.
  public func _position(of id: ID) -> Int? { index(id: id) }
}

extension StackState: _StoreElements {
  /// The position of the element with an id. Takes constant time.
  public func _position(of id: StackElementID) -> Int? { ids.firstIndex(of: id) }
}
