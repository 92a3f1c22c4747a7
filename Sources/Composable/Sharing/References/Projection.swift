import ConcurrencyExtras

/// One step on the way from a shared value to a part of it.
protocol Projection<Parent, Value>: Sendable {
  associatedtype Parent
  associatedtype Value

  /// What tells this step from others that start at the same value.
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

/// A property that can be written.
struct WritableProjection<Parent, Value>: Projection {
  // Unchecked, because key paths are immutable.
  private let uncheckedKeyPath: UncheckedSendable<WritableKeyPath<Parent, Value>>

  init(keyPath: WritableKeyPath<Parent, Value>) {
    uncheckedKeyPath = UncheckedSendable(keyPath)
  }

  private var keyPath: WritableKeyPath<Parent, Value> { uncheckedKeyPath.value }

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
struct ReadOnlyProjection<Parent, Value>: Projection {
  // Unchecked, because key paths are immutable.
  private let uncheckedKeyPath: UncheckedSendable<KeyPath<Parent, Value>>

  init(keyPath: KeyPath<Parent, Value>) {
    uncheckedKeyPath = UncheckedSendable(keyPath)
  }

  private var keyPath: KeyPath<Parent, Value> { uncheckedKeyPath.value }

  var step: PathStep { PathStep(property: keyPath, size: MemoryLayout<Value>.size) }
  var suffix: String { "[dynamicMember: \(keyPath)]" }

  func value(in parent: UnsafePointer<Parent>) -> Value { parent.pointee[keyPath: keyPath] }

  /// Only a ``SharedReader`` is made with this step, and it never asks.
  func modify<R, Failure: Error>(
    _ parent: UnsafeMutablePointer<Parent>,
    _ body: (UnsafeMutablePointer<Value>) throws(Failure) -> R
  ) throws(Failure) -> R {
    var copy = parent.pointee[keyPath: keyPath]
    return try withUnsafeMutablePointer(to: &copy, body)
  }
}
