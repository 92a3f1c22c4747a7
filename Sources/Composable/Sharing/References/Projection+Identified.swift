import ConcurrencyExtras
import IdentifiedCollections

/// The element of a collection that has an id.
struct ElementProjection<Elements: _MutableIdentifiedCollection>: Projection {
  // Unchecked, because the id is a value that is never changed, and the functions capture nothing.
  private let id: UncheckedSendable<Elements.ID>
  private let readElement: UncheckedSendable<Read>
  private let modifyElement: UncheckedSendable<Modify>

  // These are made where the collection's type is known, and are compiled for it there.
  typealias Read = (UnsafePointer<Elements>, Elements.ID) -> Elements.Element?
  typealias Modify =
    (
      UnsafeMutablePointer<Elements>, Elements.ID,
      (UnsafeMutablePointer<Elements.Element?>) -> Void
    ) -> Void

  init(id: Elements.ID, read: @escaping Read, modify: @escaping Modify) {
    self.id = UncheckedSendable(id)
    readElement = UncheckedSendable(read)
    modifyElement = UncheckedSendable(modify)
  }

  var step: PathStep { PathStep(element: id.value) }
  var suffix: String { "[id: \(String(reflecting: id.value))]" }

  func value(in parent: UnsafePointer<Elements>) -> Elements.Element? {
    readElement.value(parent, id.value)
  }

  func modify<R, Failure: Error>(
    _ parent: UnsafeMutablePointer<Elements>,
    _ body: (UnsafeMutablePointer<Elements.Element?>) throws(Failure) -> R
  ) throws(Failure) -> R {
    var result: Result<R, Failure>?
    modifyElement.value(parent, id.value) { element in
      do throws(Failure) {
        result = .success(try body(element))
      } catch {
        result = .failure(error)
      }
    }
    guard let result
    else { preconditionFailure("The function passes the element on.") }
    return try result.get()
  }
}

/// The element of a collection that can only be read, by its id.
struct ReadOnlyElementProjection<Elements: _IdentifiedCollection>: Projection {
  // Unchecked, because the id is a value that is never changed.
  private let id: UncheckedSendable<Elements.ID>

  init(id: Elements.ID) {
    self.id = UncheckedSendable(id)
  }

  var step: PathStep { PathStep(element: id.value) }
  var suffix: String { "[id: \(String(reflecting: id.value))]" }

  func value(in parent: UnsafePointer<Elements>) -> Elements.Element? {
    parent.pointee[id: id.value]
  }

  /// Only a ``SharedReader`` is made with this step, and it never asks.
  func modify<R, Failure: Error>(
    _ parent: UnsafeMutablePointer<Elements>,
    _ body: (UnsafeMutablePointer<Elements.Element?>) throws(Failure) -> R
  ) throws(Failure) -> R {
    var copy = parent.pointee[id: id.value]
    return try withUnsafeMutablePointer(to: &copy, body)
  }
}
