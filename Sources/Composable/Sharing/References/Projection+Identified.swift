import IdentifiedCollections

/// The element of a collection that has an id.
struct ElementProjection<Elements: _MutableIdentifiedCollection>: Projection, @unchecked Sendable {
  // Unchecked for the id, which is never changed.
  let id: Elements.ID

  var step: PathStep { PathStep(element: id) }

  func value(in parent: UnsafePointer<Elements>) -> Elements.Element? { parent.pointee[id: id] }

  func lend<R>(
    _ parent: UnsafeMutablePointer<Elements>,
    _ body: (UnsafeMutablePointer<Elements.Element?>) throws -> R
  ) rethrows -> R {
    try withUnsafeMutablePointer(to: &parent.pointee[id: id], body)
  }
}

/// The element of a collection that can only be read, by its id.
struct ReadOnlyElementProjection<Elements: _IdentifiedCollection>: Projection, @unchecked Sendable {
  // Unchecked for the id, which is never changed.
  let id: Elements.ID

  var step: PathStep { PathStep(element: id) }

  func value(in parent: UnsafePointer<Elements>) -> Elements.Element? { parent.pointee[id: id] }

  /// Only a ``SharedReader`` is made with this step, and it never asks.
  func lend<R>(
    _ parent: UnsafeMutablePointer<Elements>,
    _ body: (UnsafeMutablePointer<Elements.Element?>) throws -> R
  ) rethrows -> R {
    var copy = parent.pointee[id: id]
    return try withUnsafeMutablePointer(to: &copy, body)
  }
}
