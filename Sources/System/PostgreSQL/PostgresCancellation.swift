import Cpq
import Dispatch
import POSIX

/// Cancels a connection's statements, on any thread and even after the connection is gone.
final class PostgresCancellation: Sendable {
  // Never changed, and freed with this object.
  nonisolated(unsafe) private let handle: OpaquePointer?
  private let requested = Mutex(false)

  init(_ connection: OpaquePointer) {
    handle = PQgetCancel(connection)
  }

  deinit { if let handle { PQfreeCancel(handle) } }

  /// A connection with a pending request is unusable: it may cancel any later statement.
  var isRequested: Bool { requested.withLock(\.self) }

  /// Cancels in the background, repeatedly: a server between two messages ignores a request.
  func cancel() {
    let isFirst = requested.withLock { requested in
      defer { requested = true }
      return !requested
    }
    guard isFirst
    else { return }
    DispatchQueue.global(qos: .utility).async { [self] in sendRequest(againAfter: 50) }
  }

  private func sendRequest(againAfter milliseconds: Int) {
    guard let handle
    else { return }
    var message = [CChar](repeating: 0, count: 256)
    _ = PQcancel(handle, &message, Int32(message.count))
    DispatchQueue.global(qos: .utility)
      .asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
        self?.sendRequest(againAfter: min(milliseconds * 2, 1000))
      }
  }
}
