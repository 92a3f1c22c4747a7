/// The stores of the elements of a collection, in their order.
///
/// It is a picture of the collection at the time it was made: do not keep it for longer than it takes
/// to go through it, because while it is there the next change has to copy the collection. An element
/// has the same store each time, for as long as it is in the collection.
@MainActor
public struct _StoreCollection<ID: Hashable & Sendable, State, Action>:
  @MainActor RandomAccessCollection
{
  private let elements: IdentifiedArray<ID, State>
  private let store: (ID, State) -> Store<State, Action>

  init(
    elements: IdentifiedArray<ID, State>, store: @escaping (ID, State) -> Store<State, Action>
  ) {
    self.elements = elements
    self.store = store
  }

  /// The ids of the elements.
  public var ids: OrderedSet<ID> { elements.ids }

  public var startIndex: Int { 0 }
  public var endIndex: Int { elements.count }

  public subscript(position: Int) -> Store<State, Action> {
    store(elements.ids[position], elements[position])
  }

  /// The store of the element with an id, `nil` if there is none.
  public subscript(id id: ID) -> Store<State, Action>? {
    elements[id: id].map { store(id, $0) }
  }
}
