import IdentifiedCollections

/// The element of a collection that has an id.
struct ElementProjection<Elements: _MutableIdentifiedCollection>: Projection, @unchecked Sendable {
  // Unchecked, because the id is a value that is never changed.
  let id: Elements.ID

  var step: PathStep { PathStep(element: id) }
  var suffix: String { "[id: \(String(reflecting: id))]" }

  func value(in parent: UnsafePointer<Elements>) -> Elements.Element? { parent.pointee[id: id] }

  func modify<R, Failure: Error>(
    _ parent: UnsafeMutablePointer<Elements>,
    _ body: (UnsafeMutablePointer<Elements.Element?>) throws(Failure) -> R
  ) throws(Failure) -> R {
    try withUnsafeMutablePointer(to: &parent.pointee[id: id], body)
  }
}

/// The element of a collection that can only be read, by its id.
struct ReadOnlyElementProjection<Elements: _IdentifiedCollection>: Projection, @unchecked Sendable {
  // Unchecked, because the id is a value that is never changed.
  let id: Elements.ID

  var step: PathStep { PathStep(element: id) }
  var suffix: String { "[id: \(String(reflecting: id))]" }

  func value(in parent: UnsafePointer<Elements>) -> Elements.Element? { parent.pointee[id: id] }
}
