/// One step on the way from a shared value to a part of it.
protocol Projection<Parent, Value>: Sendable {
  associatedtype Parent
  associatedtype Value

  /// Identifies this step among others of the same value.
  var step: PathStep { get }

  /// The step as a reader would find it in the source.
  var suffix: String { get }

  /// The part of the value at the pointer.
  func value(in parent: UnsafePointer<Parent>) -> Value

  /// Changes the part in place.
  func modify<R, Failure: Error>(
    _ parent: UnsafeMutablePointer<Parent>,
    _ body: (UnsafeMutablePointer<Value>) throws(Failure) -> R
  ) throws(Failure) -> R
}

extension Projection {
  /// Changes a copy. A step that is only read is part of a ``SharedReader``, which never asks.
  func modify<R, Failure: Error>(
    _ parent: UnsafeMutablePointer<Parent>,
    _ body: (UnsafeMutablePointer<Value>) throws(Failure) -> R
  ) throws(Failure) -> R {
    var copy = value(in: parent)
    return try withUnsafeMutablePointer(to: &copy, body)
  }
}

/// A property that can be written.
struct WritableProjection<Parent, Value>: Projection, @unchecked Sendable {
  // Unchecked, because key paths are immutable.
  let keyPath: WritableKeyPath<Parent, Value>

  var step: PathStep { PathStep(property: keyPath, size: MemoryLayout<Value>.size) }
  var suffix: String { "[dynamicMember: \(keyPath)]" }

  func value(in parent: UnsafePointer<Parent>) -> Value { parent.pointee[keyPath: keyPath] }

  func modify<R, Failure: Error>(
    _ parent: UnsafeMutablePointer<Parent>,
    _ body: (UnsafeMutablePointer<Value>) throws(Failure) -> R
  ) throws(Failure) -> R {
    try withUnsafeMutablePointer(to: &parent.pointee[keyPath: keyPath], body)
  }
}

/// A property that is only read.
struct ReadOnlyProjection<Parent, Value>: Projection, @unchecked Sendable {
  // Unchecked, because key paths are immutable.
  let keyPath: KeyPath<Parent, Value>

  var step: PathStep { PathStep(property: keyPath, size: MemoryLayout<Value>.size) }
  var suffix: String { "[dynamicMember: \(keyPath)]" }

  func value(in parent: UnsafePointer<Parent>) -> Value { parent.pointee[keyPath: keyPath] }
}
