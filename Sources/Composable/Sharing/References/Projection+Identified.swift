import IdentifiedCollections

/// The element of a collection that has an id.
struct ElementProjection<Elements: _MutableIdentifiedCollection>: Projection, @unchecked Sendable {
  // Unchecked for the id, which is never changed, and the functions, which hold nothing.
  let id: Elements.ID
  let read: Read
  let modify: Modify

  // These are made where the collection's type is known, and are compiled for it there.
  typealias Read = (UnsafePointer<Elements>, Elements.ID) -> Elements.Element?
  typealias Modify = (
    UnsafeMutablePointer<Elements>, Elements.ID,
    (UnsafeMutablePointer<Elements.Element?>) -> Void
  ) -> Void

  var step: PathStep { PathStep(element: id) }

  func value(in parent: UnsafePointer<Elements>) -> Elements.Element? { read(parent, id) }

  func lend<R, Failure: Error>(
    _ parent: UnsafeMutablePointer<Elements>,
    _ body: (UnsafeMutablePointer<Elements.Element?>) throws(Failure) -> R
  ) throws(Failure) -> R {
    var result: Result<R, Failure>?
    modify(parent, id) { element in
      do throws(Failure) {
        result = .success(try body(element))
      } catch {
        result = .failure(error)
      }
    }
    guard let result
    else { preconditionFailure("The function lends the element.") }
    return try result.get()
  }
}

/// The element of a collection that can only be read, by its id.
struct ReadOnlyElementProjection<Elements: _IdentifiedCollection>: Projection, @unchecked Sendable {
  // Unchecked for the id, which is never changed.
  let id: Elements.ID

  var step: PathStep { PathStep(element: id) }

  func value(in parent: UnsafePointer<Elements>) -> Elements.Element? { parent.pointee[id: id] }

  /// Only a ``SharedReader`` is made with this step, and it never asks.
  func lend<R, Failure: Error>(
    _ parent: UnsafeMutablePointer<Elements>,
    _ body: (UnsafeMutablePointer<Elements.Element?>) throws(Failure) -> R
  ) throws(Failure) -> R {
    var copy = parent.pointee[id: id]
    return try withUnsafeMutablePointer(to: &copy, body)
  }
}
