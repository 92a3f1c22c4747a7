import Dispatch
import Glibc
import Synchronization

public enum PostgresNotification: Equatable, Sendable {
  /// Listening has started or restarted; earlier notifications may have been missed.
  case listening
  case text(String)
}

extension PostgresPool {
  /// Listens on a separate connection, which is reopened when lost, until the stream ends.
  public func notifications(on channel: StaticString) -> AsyncStream<PostgresNotification> {
    AsyncStream { continuation in
      let listener = PostgresListener(pool: self, continuation: continuation)
      continuation.onTermination = { _ in listener.cancel() }
      DispatchQueue(label: "PostgreSQL.PostgresListener", qos: .utility).async {
        listener.run(on: channel)
      }
    }
  }
}

private final class PostgresListener: Sendable {
  private let continuation: AsyncStream<PostgresNotification>.Continuation
  private let isCanceled = Atomic(false)
  private let pool: PostgresPool

  init(pool: PostgresPool, continuation: AsyncStream<PostgresNotification>.Continuation) {
    self.continuation = continuation
    self.pool = pool
  }

  func cancel() { isCanceled.store(true, ordering: .relaxed) }

  func run(on channel: StaticString) {
    var pause: UInt32 = 100_000
    while !isCanceled.load(ordering: .relaxed) {
      do throws(PostgresError) {
        let connection = try pool.connect()
        _ = try connection.exchange(
          [PostgresStatement("LISTEN \(channel)", isPrepared: false)],
          deadline: .now + pool.limits.connecting)
        continuation.yield(.listening)
        pause = 100_000
        while !isCanceled.load(ordering: .relaxed) {
          let isReady = PostgresConnection.wait(
            for: Int16(POLLIN), on: connection.socket, deadline: .now + .seconds(1))
          guard isReady
          else { continue }
          for text in try connection.notifications() { continuation.yield(.text(text)) }
        }
      } catch {
        usleep(pause)
        pause = min(pause * 2, 5_000_000)
      }
    }
  }
}
