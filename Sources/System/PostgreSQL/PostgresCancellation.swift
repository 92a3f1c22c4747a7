import Cpq
import Dispatch

/// Has a server give up what it does for a connection. May be used from any thread, also when the
/// connection is gone.
final class PostgresCancellation: Sendable {
  // Never changed, and freed when nobody can use it any more.
  nonisolated(unsafe) private let handle: OpaquePointer?
  private let asked = LockedValue(false)

  init(_ connection: OpaquePointer) {
    handle = PQgetCancel(connection)
  }

  deinit { if let handle { PQfreeCancel(handle) } }

  /// Whether somebody has asked for it. The connection is of no more use then: what is cancelled may
  /// be whatever is done next.
  var wasAsked: Bool { asked.withLock(\.self) }

  /// Asks for it, by a connection of its own on a thread of its own, and does not wait for it.
  ///
  /// A server that is between two messages of a statement ignores the request, so it is repeated for
  /// as long as the connection is used.
  func cancel() {
    let isFirst = asked.withLock { asked in
      defer { asked = true }
      return !asked
    }
    guard isFirst
    else { return }
    DispatchQueue.global(qos: .utility).async { [self] in ask(againAfter: 50) }
  }

  private func ask(againAfter milliseconds: Int) {
    guard let handle
    else { return }
    var message = [CChar](repeating: 0, count: 256)
    _ = PQcancel(handle, &message, Int32(message.count))
    DispatchQueue.global(qos: .utility)
      .asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
        self?.ask(againAfter: min(milliseconds * 2, 1000))
      }
  }
}
