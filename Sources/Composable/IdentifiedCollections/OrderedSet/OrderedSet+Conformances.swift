extension OrderedSet: Equatable {
  /// Whether both have the same members in the same order.
  @inlinable
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.elements == rhs.elements
  }
}

extension OrderedSet: Hashable {
  /// Hashes the elements in their order.
  @inlinable
  public func hash(into hasher: inout Hasher) {
    hasher.combine(elements)
  }
}

extension OrderedSet: ExpressibleByArrayLiteral {
  /// A set of the elements of a literal, of equal ones the first.
  @inlinable
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension OrderedSet: Encodable where Element: Encodable {
  /// Encodes the members as an array, in order.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(elements)
  }
}

extension OrderedSet: Decodable where Element: Decodable {
  /// Decodes an array of members.
  ///
  /// - Throws: a `DecodingError` that names a duplicate element.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self.init()
    let decoded = try container.decode([Element].self)
    reserveCapacity(decoded.count)
    for (position, element) in decoded.enumerated() {
      let (inserted, index) = append(element)
      guard inserted
      else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: """
            \(element) comes twice, at positions \(index) and \(position). The members of a set \
            have to be different: remove one of them.
            """)
      }
    }
  }
}

extension OrderedSet: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The elements, as an array describes them.
  public var description: String { elements.description }

  /// The elements, as an array describes them for debugging, with the type's name.
  public var debugDescription: String {
    "OrderedSet<\(Element.self)>(\(elements.debugDescription))"
  }

  /// A mirror with the elements as its children.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: elements, displayStyle: .collection)
  }
}
