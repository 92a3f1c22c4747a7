import RuntimeInternals

extension IdentifiedArray {
  /// Creates an empty array of elements that a property identifies.
  ///
  /// - Parameter id: the property that is an element's id.
  public init(id: KeyPath<Element, ID>) {
    self.init(ids: [], elements: [], id: Self._reader(id))
  }

  /// Creates an array of elements whose ids are different from one another.
  ///
  /// Of elements with the same id the first is kept; the others are reported as an issue.
  ///
  /// - Parameters:
  ///   - elements: the elements, in order.
  ///   - id: the property that is an element's id.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(ids: [], elements: [], id: Self._reader(id))
    _appendUnique(elements, in: "'init(uniqueElements:id:)'")
  }

  /// Creates an array of the elements. `combine` merges two elements with the same id.
  ///
  /// - Parameters:
  ///   - elements: the elements, in order.
  ///   - id: the property that is an element's id.
  ///   - combine: gets the earlier and the later element, and returns the replacement of the
  ///     earlier one, which must have the same id.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    id: KeyPath<Element, ID>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init(ids: [], elements: [], id: Self._reader(id))
    try _append(elements, combine)
  }

  /// Creates an array of elements that are known to have different ids.
  ///
  /// Nothing is checked: use it for speed, and only if the ids are known to be unique. With
  /// duplicates, lookups find any of the elements.
  ///
  /// - Parameters:
  ///   - elements: the elements, in order.
  ///   - id: the property that is an element's id.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>, id: KeyPath<Element, ID>) {
    self.init(uncheckedUniqueElements: elements, id: Self._reader(id))
  }

  /// Creates an array of a part of another.
  @inlinable
  public init(_ elements: SubSequence) {
    let base = elements.base
    self.init(
      ids: OrderedSet(uncheckedUniqueElements: base._ids.elements[elements.indices]),
      elements: Array(base._elements[elements.indices]),
      id: base._id)
  }

  /// Creates a copy.
  @inlinable
  public init(_ elements: Self) {
    self = elements
  }

  @inlinable
  init(uncheckedUniqueElements elements: some Sequence<Element>, id: @escaping (Element) -> ID) {
    let elements = Array(elements)
    self.init(
      ids: OrderedSet(uncheckedUniqueElements: elements.lazy.map(id)), elements: elements, id: id)
  }

  /// Reads the property. The offset of a stored property is as good as its key path and many times
  /// quicker to follow.
  @usableFromInline
  static func _reader(_ id: KeyPath<Element, ID>) -> (Element) -> ID {
    guard let property = StoredProperty(id)
    else { return { $0[keyPath: id] } }
    return { property($0) }
  }

  @inlinable
  mutating func _appendUnique(_ elements: some Sequence<Element>, in operation: StaticString) {
    reserveCapacity(elements.underestimatedCount)
    var duplicates: [(id: ID, kept: Int, dropped: Int)] = []
    var offset = 0
    for element in elements {
      let (inserted, index) = append(element)
      if !inserted { duplicates.append((_ids[index], index, offset)) }
      offset += 1
    }
    if !duplicates.isEmpty { Self._report(duplicates, in: operation) }
  }

  @usableFromInline
  static func _report(
    _ duplicates: [(id: ID, kept: Int, dropped: Int)], in operation: StaticString
  ) {
    Issue.duplicates(Element.self, duplicates, in: "\(operation)")
  }

  @inlinable
  mutating func _append(
    _ elements: some Sequence<Element>, _ combine: (Element, Element) throws -> Element
  ) rethrows {
    reserveCapacity(elements.underestimatedCount)
    for element in elements {
      let (inserted, index) = append(element)
      if !inserted { self[index] = try combine(_elements[index], element) }
    }
  }
}

extension IdentifiedArray where Element: Identifiable, ID == Element.ID {
  /// Creates an empty array.
  @inlinable
  public init() {
    self.init(ids: [], elements: [], id: { $0.id })
  }

  /// Creates an array of elements whose ids are different from one another.
  ///
  /// Of elements with the same id the first is kept; the others are reported as an issue.
  @inlinable
  public init(uniqueElements elements: some Sequence<Element>) {
    self.init()
    _appendUnique(elements, in: "'init(uniqueElements:)'")
  }

  /// Creates an array of the elements. `combine` merges two elements with the same id.
  ///
  /// - Parameters:
  ///   - elements: the elements, in order.
  ///   - combine: gets the earlier and the later element, and returns the replacement of the
  ///     earlier one, which must have the same id.
  @inlinable
  public init(
    _ elements: some Sequence<Element>,
    uniquingIDsWith combine: (Element, Element) throws -> Element
  ) rethrows {
    self.init()
    try _append(elements, combine)
  }

  /// Creates an array of elements that are known to have different ids.
  ///
  /// Nothing is checked: use it for speed, and only if the ids are known to be unique. With
  /// duplicates, lookups find any of the elements.
  @inlinable
  public init(uncheckedUniqueElements elements: some Sequence<Element>) {
    self.init(uncheckedUniqueElements: elements, id: { $0.id })
  }
}

/// An array of elements that are found by the id that `Identifiable` gives them.
public typealias IdentifiedArrayOf<Element: Identifiable> = IdentifiedArray<Element.ID, Element>

extension IdentifiedArray: ExpressibleByArrayLiteral
where Element: Identifiable, ID == Element.ID {
  /// Of elements with the same id the first is kept; the others are reported as an issue.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init()
    _appendUnique(elements, in: "An array literal")
  }
}
