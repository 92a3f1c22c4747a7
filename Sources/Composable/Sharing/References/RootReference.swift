/// A whole shared value.
final class RootReference<Value>: Reference<Value>, @unchecked Sendable {
  private let storage: StoredCore<Value>

  init(_ core: StoredCore<Value>) {
    storage = core
    super.init(core: core)
  }

  override var identity: ObjectIdentifier { ObjectIdentifier(core) }

  override func value(at place: ValuePlace) -> Value {
    switch place {
    case .live: storage.value.pointee
    case .first: storage.firstValue
    case .picture(let picture): picture.pointer(to: Value.self).pointee
    }
  }

  override func borrow<R>(_ place: ValuePlace, _ body: (UnsafePointer<Value>) -> R) -> R {
    switch place {
    case .live: body(storage.value)
    case .first: withUnsafePointer(to: storage.firstValue, body)
    case .picture(let picture): body(picture.pointer(to: Value.self))
    }
  }

  override func lend<R, Failure: Error>(
    _ place: ValuePlace, _ body: (UnsafeMutablePointer<Value>) throws(Failure) -> R
  ) throws(Failure) -> R {
    switch place {
    case .live:
      return try body(storage.value)
    case .first:
      var scratch = storage.firstValue
      return try withUnsafeMutablePointer(to: &scratch, body)
    case .picture(let picture):
      return try body(picture.pointer(to: Value.self))
    }
  }
}
