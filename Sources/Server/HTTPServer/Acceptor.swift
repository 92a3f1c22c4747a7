package import POSIX

/// Accepts the clients of a listening socket, and reports each cause of a failure once.
package struct Acceptor {
  private var causes: Set<Int32> = []
  private let pause: @Sendable () async throws -> Void
  private let report: @Sendable (String) -> Void
  private let socket: OpenSocket

  package init(
    _ socket: OpenSocket,
    pausing pause: @escaping @Sendable () async throws -> Void = {
      try await Task.sleep(for: .seconds(1))
    },
    reporting report: @escaping @Sendable (String) -> Void
  ) {
    self.pause = pause
    self.report = report
    self.socket = socket
  }

  /// Waits for the next client, and retries after failures. Throws only if canceled.
  package mutating func next() async throws -> Descriptor {
    while true {
      do {
        return try await socket.accept()
      } catch let error as SystemError {
        if causes.insert(error.code).inserted {
          report("cannot accept connections, retrying each second: \(error.reason)")
        }
        try await pause()
      }
    }
  }
}
