/// A shared value, or a part of one.
///
/// Subclasses say where the value is; what it means to read and to change it is the same for all
/// and written in extensions.
class Reference<Value>: AnyReference, @unchecked Sendable {
  // Unchecked, because subclasses never change what they hold.
  final let core: ReferenceCore

  init(core: ReferenceCore) {
    self.core = core
    super.init()
  }

  /// The value. The core's lock is held, or the place is not the live one.
  func value(at place: ValuePlace) -> Value {
    preconditionFailure("Subclasses override this.")
  }

  /// Shows the value, without a copy of it where it is the whole. The core's lock is held, or the
  /// place is not the live one.
  func borrow<R>(_ place: ValuePlace, _ body: (UnsafePointer<Value>) -> R) -> R {
    preconditionFailure("Subclasses override this.")
  }

  /// Lends the value, to be changed in place. The core's lock is held, or the place is not the live one.
  func lend<R, Failure: Error>(
    _ place: ValuePlace, _ body: (UnsafeMutablePointer<Value>) throws(Failure) -> R
  ) throws(Failure) -> R {
    preconditionFailure("Subclasses override this.")
  }

  /// What tells the value from others in a dump.
  var identity: ObjectIdentifier { ObjectIdentifier(self) }
}

/// A reference to a value of a type that is not known.
class AnyReference: @unchecked Sendable {
  // Unchecked, because subclasses never change what they hold.
  init() {}

  /// The steps from the whole value to this part of it.
  func appendSteps(to path: inout [AnyProjection]) {}

  final var path: [AnyProjection] {
    var path: [AnyProjection] = []
    appendSteps(to: &path)
    return path
  }
}

/// Where the whole value, of which a reference is a part, is to be found.
enum ValuePlace {
  /// In the reference that holds it.
  case live
  /// A copy of the first value, which is used once and thrown away.
  case first
  /// In a picture that was taken of it.
  case picture(ValuePicture)
}
