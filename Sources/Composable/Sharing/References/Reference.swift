import POSIX

/// A shared value, or a part of one.
///
/// Subclasses provide the location of the value. Reading and changing it is the same for all, in
/// extensions.
///
/// A property and its copies share one reference, which has a replacement when they are pointed to
/// another.
class Reference<Value>: AnyReference, @unchecked Sendable {
  // Unchecked for the subclasses, which are immutable.
  final let core: ReferenceCore
  private let replacement = Mutex<Reference<Value>?>(nil)

  init(core: ReferenceCore) {
    self.core = core
    super.init()
  }

  /// The reference shared by copies of a property.
  final var current: Reference<Value> { replacement.withLock { $0 } ?? self }

  final func setReplacement(_ reference: Reference<Value>) {
    // The old one ends after the lock is left.
    let old = replacement.withLock { replacement in
      defer { replacement = reference }
      return replacement
    }
    withExtendedLifetime(old) {}
  }

  /// Another reference to the same, for another property.
  var copy: Reference<Value> { preconditionFailure("Subclasses override this.") }

  /// Another reference to the same, which no property has, nor anything that it leads through.
  var detached: Reference<Value> { preconditionFailure("Subclasses override this.") }

  /// The value. Within an access, or at a place that is not the live one.
  func value(at place: ValueLocation) -> Value {
    preconditionFailure("Subclasses override this.")
  }

  /// Provides the value, without a copy if it is the root value. Within an access, or for a
  /// location that is not the current one.
  func read<R>(_ place: ValueLocation, _ body: (UnsafePointer<Value>) -> R) -> R {
    preconditionFailure("Subclasses override this.")
  }

  /// Changes the value in place. Within an access, or at a place that is not the live one.
  func modify<R, Failure: Error>(
    _ place: ValueLocation, _ body: (UnsafeMutablePointer<Value>) throws(Failure) -> R
  ) throws(Failure) -> R {
    preconditionFailure("Subclasses override this.")
  }

  /// The value as a reader would find it in the source.
  var description: String { preconditionFailure("Subclasses override this.") }

  /// Identifies the value in a dump.
  var identity: ObjectIdentifier { ObjectIdentifier(self) }
}

/// A reference to a value of unknown type.
class AnyReference: @unchecked Sendable {
  // Unchecked for the subclasses, which are immutable.
  init() {}

  /// The steps from the root value to this part.
  func appendSteps(to path: inout [any ErasedProjection]) {}

  final var path: [any ErasedProjection] {
    var path: [any ErasedProjection] = []
    appendSteps(to: &path)
    return path
  }
}

/// The location of the root value that a reference is part of.
enum ValueLocation {
  /// In the reference that holds it.
  case live
  /// A copy of the first value, which is used once and thrown away.
  case first
  /// In a copy that was taken of it.
  case copy(ValueCopy)
}
