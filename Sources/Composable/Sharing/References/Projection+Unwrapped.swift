/// What an optional holds.
///
/// When the optional becomes `nil`, the value that was last seen through this step stands in for it:
/// the screen of an element that was just deleted still shows it while it goes away. Changes made
/// then change what stands in.
struct UnwrappedProjection<Wrapped>: Projection, @unchecked Sendable {
  // Unchecked for the value last seen, which is touched only under the lock of the reference.
  private let lastSeen: LastSeen

  init(_ value: Wrapped) {
    lastSeen = LastSeen(value)
  }

  var step: PathStep { .unwrapped }

  func borrow(_ parent: UnsafePointer<Wrapped?>, _ body: (UnsafePointer<Wrapped>) -> Void) {
    if let value = parent.pointee { lastSeen.value = value }
    withUnsafePointer(to: lastSeen.value ?? lastSeen.first, body)
  }

  func lend<R>(
    _ parent: UnsafeMutablePointer<Wrapped?>,
    _ body: (UnsafeMutablePointer<Wrapped>) throws -> R
  ) rethrows -> R {
    guard parent.pointee != nil
    else {
      var standIn = lastSeen.value ?? lastSeen.first
      lastSeen.value = nil
      defer { lastSeen.value = standIn }
      return try withUnsafeMutablePointer(to: &standIn, body)
    }
    // Let go of first, so that the value is changed in place.
    lastSeen.value = nil
    defer { lastSeen.value = parent.pointee }
    return try withUnsafeMutablePointer(to: &parent.pointee!, body)
  }

  private final class LastSeen {
    let first: Wrapped
    var value: Wrapped?
    init(_ first: Wrapped) { self.first = first }
  }
}
