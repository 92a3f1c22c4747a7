/// A collection whose elements are also found by their id.
///
/// For generic code in other modules, such as shared values with shared elements.
public protocol _IdentifiedCollection<ID, Element>: Collection {
  /// The id of the element.
  associatedtype ID: Hashable

  /// The collection of the ids.
  associatedtype IDs: Collection<ID>

  /// The ids of the elements, in their order.
  var ids: IDs { get }

  /// The element with the id.
  subscript(id id: ID) -> Element? { get }
}

/// A collection whose elements are found, changed, added and removed by their id.
public protocol _MutableIdentifiedCollection<ID, Element>: _IdentifiedCollection,
  MutableCollection
{
  subscript(id id: ID) -> Element? { get set }
}

extension IdentifiedArray: _MutableIdentifiedCollection {}
