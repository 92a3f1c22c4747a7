import CasePaths

/// A case of an enum that is state, which reducers change in place.
///
/// While the case's value is being reduced it belongs to its reducer alone, so that collections in
/// it are changed in place. The enum has no value for that time. A read of the store while
/// its reducer runs gets copies of the values, embedded for the duration of the read.
@usableFromInline
final class StateCase<Root, Value>: AnyStateCase {
  @usableFromInline let path: AnyCasePath<Root, Value>

  @usableFromInline
  init(_ path: AnyCasePath<Root, Value>) {
    self.path = path
  }

  /// Changes the case's value in place.
  ///
  /// - Returns: The result of `body`, or `nil` if the enum is in another case.
  @inlinable
  func modify<R>(_ root: inout Root, _ body: (inout Value) -> R) -> R? {
    try? withUnsafeMutablePointer(to: &root) { root in
      try path.modify(&root.pointee) { value in
        withUnsafeMutablePointer(to: &value) { value in
          let isNoted = ExtractedCase.begin(self, root, value)
          defer { ExtractedCase.end(isNoted) }
          return body(&value.pointee)
        }
      }
    }
  }

  override func embedCopy(of value: UnsafeRawPointer, in root: UnsafeMutableRawPointer) {
    let value = value.assumingMemoryBound(to: Value.self).pointee
    root.assumingMemoryBound(to: Root.self).initialize(to: path.embed(value))
  }

  override func removeCopy(in root: UnsafeMutableRawPointer) {
    root.assumingMemoryBound(to: Root.self).deinitialize(count: 1)
  }
}

/// A case of an enum of any type.
@usableFromInline
class AnyStateCase {
  func embedCopy(of value: UnsafeRawPointer, in root: UnsafeMutableRawPointer) {}
  func removeCopy(in root: UnsafeMutableRawPointer) {}
}

/// An enum in the state that a store is reducing, whose value has been extracted.
@usableFromInline
struct ExtractedCase {
  private let stateCase: AnyStateCase
  private let root: UnsafeMutableRawPointer
  private let value: UnsafeRawPointer

  // Unsafe because only the reducing thread uses it, which each use checks. Checking for the main
  // actor would cost more than everything else here.
  /// The enums whose values have been extracted, outermost first.
  nonisolated(unsafe) private static var all: [ExtractedCase] = []

  /// Notes that the value of an enum has been extracted.
  ///
  /// - Returns: Whether it was noted: outside of a store, the value can't be read during the
  ///   change.
  @usableFromInline
  static func begin(
    _ stateCase: AnyStateCase, _ root: UnsafeMutableRawPointer, _ value: UnsafeRawPointer
  ) -> Bool {
    guard ObservationTransaction.isReducingHere
    else { return false }
    all.append(ExtractedCase(stateCase: stateCase, root: root, value: value))
    return true
  }

  /// Notes that the value that was extracted last is about to be embedded again, if it was noted.
  @usableFromInline
  static func end(_ isNoted: Bool) {
    if isNoted { all.removeLast() }
  }

  /// Embeds copies of the values in the enums that they were extracted from, for the duration of a
  /// read.
  static func withCopiesEmbedded<R>(_ read: () -> R) -> R {
    // Innermost first: each copy is embedded in the next.
    for extracted in all.reversed() {
      extracted.stateCase.embedCopy(of: extracted.value, in: extracted.root)
    }
    defer { for extracted in all { extracted.stateCase.removeCopy(in: extracted.root) } }
    return read()
  }
}
