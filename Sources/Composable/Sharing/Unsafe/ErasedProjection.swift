import IdentifiedCollections

/// A type-erased projection, for the tree of observed parts.
protocol ErasedProjection: Sendable {
  var step: PathStep { get }

  /// Shows the part of the value at the pointer.
  func read(_ parent: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void)

  /// Copies the part at the pointer, for a later comparison.
  func copy(_ part: UnsafeRawPointer) -> CopiedPart

  /// Whether two values of the part may differ.
  func differ(_ before: UnsafeRawPointer, _ after: UnsafeRawPointer) -> Bool

  /// The collection that contains this element, if it notes changes.
  var recordingCollection: (any _RecordsElementChanges.Type)? { get }
}

/// A part of a value as it was.
class CopiedPart {
  /// Whether the values at the pointer may differ.
  func differs(from part: UnsafeRawPointer) -> Bool { true }
}

/// Leads to the loading and saving status instead of a part of the value.
struct StatusProjection: ErasedProjection {
  let step: PathStep

  init(_ part: SharedStatus.Part) {
    step = PathStep(status: part)
  }

  func read(_ parent: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {}
  func copy(_ part: UnsafeRawPointer) -> CopiedPart { CopiedPart() }
  func differ(_ before: UnsafeRawPointer, _ after: UnsafeRawPointer) -> Bool { true }
  var recordingCollection: (any _RecordsElementChanges.Type)? { nil }
}

struct TypedProjection<Base: Projection>: ErasedProjection {
  let step: PathStep
  private let base: Base

  init(_ base: Base) {
    self.base = base
    step = base.step
  }

  func read(_ parent: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) {
    let parent = parent.assumingMemoryBound(to: Base.Parent.self)
    withUnsafePointer(to: base.value(in: parent)) { body(UnsafeRawPointer($0)) }
  }

  func copy(_ part: UnsafeRawPointer) -> CopiedPart {
    guard let areEqual = rawEquality(of: Base.Value.self)
    else { return CopiedPart() }
    return ComparableCopy(part.assumingMemoryBound(to: Base.Value.self).pointee, areEqual)
  }

  func differ(_ before: UnsafeRawPointer, _ after: UnsafeRawPointer) -> Bool {
    rawEquality(of: Base.Value.self).map { !$0(before, after) } ?? true
  }

  var recordingCollection: (any _RecordsElementChanges.Type)? {
    step.kind == .element ? Base.Parent.self as? any _RecordsElementChanges.Type : nil
  }
}

private final class ComparableCopy<Value>: CopiedPart {
  private let value: Value
  private let areEqual: RawEquality

  init(_ value: Value, _ areEqual: RawEquality) {
    self.value = value
    self.areEqual = areEqual
  }

  override func differs(from part: UnsafeRawPointer) -> Bool {
    withUnsafePointer(to: value) { !areEqual(UnsafeRawPointer($0), part) }
  }
}
