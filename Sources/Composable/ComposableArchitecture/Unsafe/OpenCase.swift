import CasePaths

/// The way into a case of an enum that is state.
///
/// While the case's value is being reduced it belongs to its reducer alone, so that collections in
/// it are changed in place. The enum is empty for that time, and whoever reads the store then gets
/// it closed for the moment.
@usableFromInline
final class CaseWay<Root, Value>: AnyCaseWay, @unchecked Sendable {
  // Unchecked for the path, which is immutable.
  @usableFromInline let path: AnyCasePath<Root, Value>

  @usableFromInline
  init(_ path: AnyCasePath<Root, Value>) {
    self.path = path
  }

  /// Changes the case's value in place.
  ///
  /// - Returns: What `body` returns, or `nil` where the enum is in another case.
  @inlinable
  func modify<R>(_ root: inout Root, _ body: (inout Value) -> R) -> R? {
    try? withUnsafeMutablePointer(to: &root) { root in
      try path.modify(&root.pointee) { value in
        withUnsafeMutablePointer(to: &value) { value in
          let outer = OpenCase.open(self, root, value)
          defer { OpenCase.close(outer) }
          return body(&value.pointee)
        }
      }
    }
  }

  override func fill(_ root: UnsafeMutableRawPointer, with value: UnsafeRawPointer) {
    let value = value.assumingMemoryBound(to: Value.self).pointee
    root.assumingMemoryBound(to: Root.self).initialize(to: path.embed(value))
  }

  override func empty(_ root: UnsafeMutableRawPointer) {
    root.assumingMemoryBound(to: Root.self).deinitialize(count: 1)
  }
}

/// A way into a case of any type.
@usableFromInline
class AnyCaseWay {
  func fill(_ root: UnsafeMutableRawPointer, with value: UnsafeRawPointer) {}
  func empty(_ root: UnsafeMutableRawPointer) {}
}

/// An enum whose value is out of it, in the state that a store is reducing.
@usableFromInline
struct OpenCase {
  private let way: AnyCaseWay
  private let root: UnsafeMutableRawPointer
  private let value: UnsafeRawPointer

  /// The enums that are open, outermost first. They belong to the thread that is reducing.
  nonisolated(unsafe) private static var all: [OpenCase] = []

  /// Notes that an enum is open.
  ///
  /// - Returns: Whether it was noted. Nobody can read what is reduced outside of a store.
  @usableFromInline
  static func open(
    _ way: AnyCaseWay, _ root: UnsafeMutableRawPointer, _ value: UnsafeRawPointer
  ) -> Bool {
    guard ObservationTransaction.isReducingHere
    else { return false }
    all.append(OpenCase(way: way, root: root, value: value))
    return true
  }

  /// Notes that the enum that was opened last is closed, if it was noted.
  @usableFromInline
  static func close(_ isNoted: Bool) {
    if isNoted { all.removeLast() }
  }

  /// Puts copies of the values into the enums that are open, for the time of a read.
  static func closingAll<R>(_ read: () -> R) -> R {
    // From the innermost: the copy that goes into the one around holds it.
    for open in all.reversed() { open.way.fill(open.root, with: open.value) }
    defer { for open in all { open.way.empty(open.root) } }
    return read()
  }
}
