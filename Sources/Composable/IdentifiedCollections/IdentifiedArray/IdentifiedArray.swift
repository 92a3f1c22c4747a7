/// An array whose elements are also found by their id, in constant time.
///
/// Each element has a unique id, given by `Identifiable` or by a key path.
///
/// ```swift
/// struct Todo: Identifiable {
///   let id: Int
///   var title = ""
/// }
/// var todos: IdentifiedArrayOf<Todo> = [Todo(id: 1), Todo(id: 2)]
/// todos[id: 2]?.title = "Water the plants"
/// todos.remove(id: 1)
/// ```
///
/// # Ids are unique
///
/// Adding an element with an existing id does nothing, which the result of `append` and `insert`
/// reports. `updateOrAppend` and `updateOrInsert` replace the element with that id. Where there is
/// no result (a literal, `init(uniqueElements:)`), the first element with an id is kept and the
/// others are reported as an issue.
///
/// # Ids do not change in place
///
/// Assigning an element to a position replaces the element there, whatever its id:
/// `todos[0] = todo`. If another position has an element with the new id, the two elements change
/// places first, so that no other element is lost.
///
/// Changing the id of an element in place is reported as an issue, at the line of the change. The
/// array then uses the new id. If another element already has it, the changed element stays in
/// place and `ids` keeps its old id, so that no element is lost and ids stay unique. Encoding such
/// an array throws, because the result could not be decoded.
///
/// # Speed
///
/// Appending, looking up by id or position, and changing an element take constant time. Removing or
/// inserting in the middle shifts the following elements, and iterating costs the same as for an
/// array. A copy takes constant time and shares storage until one side changes.
public struct IdentifiedArray<ID: Hashable, Element> {
  @usableFromInline var _ids: OrderedSet<ID>
  @usableFromInline var _elements: [Element]
  @usableFromInline let _id: (Element) -> ID
  @usableFromInline var _structureNumber: UInt64
  @usableFromInline var _lineageNumber: UInt64
  /// The recording that notes changed elements; 0 for none.
  @usableFromInline var _recordingNumber: UInt64 = 0

  @inlinable
  init(ids: OrderedSet<ID>, elements: [Element], id: @escaping (Element) -> ID) {
    _ids = ids
    _elements = elements
    _id = id
    _structureNumber = _nextStructureNumber()
    _lineageNumber = _structureNumber
  }

  /// The ids of the elements, in their order. Constant time.
  @inlinable public var ids: OrderedSet<ID> { _ids }

  /// The elements as an array. Constant time.
  @inlinable public var elements: [Element] { _elements }

  // MARK: - Lookup

  /// The position of the element with the id, `nil` if no element has it. Constant time on average.
  @inlinable
  public func index(id: ID) -> Int? {
    _ids.firstIndex(of: id)
  }

  /// The position of the element that has the same id as this one.
  @inlinable
  public func firstIndex(of element: Element) -> Int? {
    _ids.firstIndex(of: _id(element))
  }

  /// The position of the element with the same id, of which there is at most one.
  @inlinable
  public func lastIndex(of element: Element) -> Int? {
    firstIndex(of: element)
  }

  /// Whether an element has the same id as this one. Constant time on average.
  @inlinable
  public func contains(_ element: Element) -> Bool {
    _ids.contains(_id(element))
  }

  /// Whether an element has the id. Constant time on average.
  @inlinable
  public func contains(id: ID) -> Bool {
    _ids.contains(id)
  }
}

extension IdentifiedArray: @unchecked Sendable where ID: Sendable, Element: Sendable {
  // Unchecked for the function that reads ids: it holds nothing but a key path, which is immutable.
}
