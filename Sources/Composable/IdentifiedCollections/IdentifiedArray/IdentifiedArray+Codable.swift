extension IdentifiedArray: Encodable where Element: Encodable {
  /// Encodes the elements as an array, in order.
  ///
  /// - Throws: an `EncodingError` with the id if two elements have the same id, which can only
  ///   happen after an id was changed in place, and errors of the elements.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if !_elements.lazy.map(_id).elementsEqual(_ids) { try _requireUniqueIDs(in: container) }
    try container.encode(_elements)
  }

  private func _requireUniqueIDs(in container: any SingleValueEncodingContainer) throws {
    var seen: OrderedSet<ID> = []
    for (position, element) in _elements.enumerated() {
      let (inserted, index) = seen.append(_id(element))
      guard inserted
      else {
        throw EncodingError.invalidValue(
          self,
          EncodingError.Context(
            codingPath: container.codingPath,
            debugDescription: """
              The id \(seen[index]) is that of two elements, at positions \(index) and \
              \(position), because it was changed in place. What would be written could not be \
              read again: give the elements ids of their own.
              """))
      }
    }
  }
}

extension IdentifiedArray: Decodable
where Element: Decodable & Identifiable, ID == Element.ID {
  /// Decodes an array of elements.
  ///
  /// - Throws: a `DecodingError` with the id if two elements have the same id, and errors of the
  ///   elements.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let decoded = try container.decode([Element].self)
    self.init()
    reserveCapacity(decoded.count)
    for (position, element) in decoded.enumerated() {
      let (inserted, index) = append(element)
      guard inserted
      else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: """
            The id \(element.id) is that of two elements, at positions \(index) and \(position). \
            Every element needs an id of its own: remove one of them.
            """)
      }
    }
  }
}
