/// A reference to a shared value that is not part of another.
final class RootReference<Value>: Reference<Value>, @unchecked Sendable {
  // Unchecked for the superclass; this class adds immutable state only.
  private let storage: StoredCore<Value>

  init(_ core: StoredCore<Value>) {
    storage = core
    super.init(core: core)
  }

  override var copy: Reference<Value> { RootReference(storage) }
  override var detached: Reference<Value> { RootReference(storage) }
  override var identity: ObjectIdentifier { ObjectIdentifier(core) }

  override var description: String {
    storage.keyDescription ?? "value: \(String(reflecting: currentValue))"
  }

  override func value(at place: ValueLocation) -> Value {
    switch place {
    case .live: storage.value.pointee
    case .first: storage.firstValue
    case .copy(let copy): copy.pointer(to: Value.self).pointee
    }
  }

  override func read<R>(_ place: ValueLocation, _ body: (UnsafePointer<Value>) -> R) -> R {
    switch place {
    case .live: body(storage.value)
    case .first: withUnsafePointer(to: storage.firstValue, body)
    case .copy(let copy): body(copy.pointer(to: Value.self))
    }
  }

  override func modify<R, Failure: Error>(
    _ place: ValueLocation, _ body: (UnsafeMutablePointer<Value>) throws(Failure) -> R
  ) throws(Failure) -> R {
    switch place {
    case .live:
      return try body(storage.value)
    case .first:
      var scratch = storage.firstValue
      return try withUnsafeMutablePointer(to: &scratch, body)
    case .copy(let copy):
      return try body(copy.pointer(to: Value.self))
    }
  }
}
