public import IdentifiedCollections

/// The stores of the elements of a collection, in their order.
///
/// A snapshot of the collection. Use it only for iteration: while it exists, the next change has to
/// copy the collection. An element has the same store for as long as it is in the collection.
@MainActor
public struct _StoreCollection<Elements: _StoreElements, Action>:
  @MainActor RandomAccessCollection
{
  private let elements: Elements
  private let store: (Elements.ID, Elements.Element) -> Store<Elements.Element, Action>

  init(
    elements: Elements,
    store: @escaping (Elements.ID, Elements.Element) -> Store<Elements.Element, Action>
  ) {
    self.elements = elements
    self.store = store
  }

  /// The ids of the elements.
  public var ids: OrderedSet<Elements.ID> { elements.ids }

  /// The position of the first store, 0.
  public var startIndex: Int { 0 }

  /// The number of stores.
  public var endIndex: Int { elements.count }

  /// The store of the element at a position, created on first use.
  public subscript(position: Int) -> Store<Elements.Element, Action> {
    store(elements.ids[position], elements[position])
  }

  /// The store of the element with an id, `nil` if no element has it.
  public subscript(id id: Elements.ID) -> Store<Elements.Element, Action>? {
    elements._position(of: id).map { store(id, elements[$0]) }
  }
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
