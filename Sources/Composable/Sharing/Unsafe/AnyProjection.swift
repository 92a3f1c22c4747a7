/// A step of a type that is not known, for the table of observed places.
class AnyProjection: @unchecked Sendable {
  // Unchecked, because nothing in it is ever changed.
  final let step: PathStep

  init(_ step: PathStep) {
    self.step = step
  }

  /// A step that leads to no part of the value, but to what is known of its loading and saving.
  static func status(_ part: SharedStatus.Part) -> AnyProjection {
    AnyProjection(PathStep(status: part))
  }

  /// Shows the part of the value at the pointer.
  func borrow(_ parent: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {}

  /// Keeps a copy of the part at the pointer, to be compared with what it is later.
  func copy(_ part: UnsafeRawPointer) -> CopiedPart { CopiedPart() }
}

/// A part of a value as it was.
class CopiedPart {
  /// Whether what is at the pointer is not known to be the same.
  func differs(from part: UnsafeRawPointer) -> Bool { true }
}

final class TypedProjection<Step: Projection>: AnyProjection, @unchecked Sendable {
  private let projection: Step
  private let areEqual: RawEquality?

  init(_ projection: Step) {
    self.projection = projection
    areEqual = rawEquality(of: Step.Value.self)
    super.init(projection.step)
  }

  override func borrow(_ parent: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    let parent = parent.assumingMemoryBound(to: Step.Parent.self)
    withUnsafePointer(to: projection.value(in: parent)) { body(UnsafeRawPointer($0)) }
  }

  override func copy(_ part: UnsafeRawPointer) -> CopiedPart {
    guard let areEqual
    else { return CopiedPart() }
    return TypedCopy(part.assumingMemoryBound(to: Step.Value.self).pointee, areEqual)
  }
}

private final class TypedCopy<Value>: CopiedPart {
  private let value: Value
  private let areEqual: RawEquality

  init(_ value: Value, _ areEqual: @escaping RawEquality) {
    self.value = value
    self.areEqual = areEqual
  }

  override func differs(from part: UnsafeRawPointer) -> Bool {
    withUnsafePointer(to: value) { !areEqual(UnsafeRawPointer($0), part) }
  }
}
