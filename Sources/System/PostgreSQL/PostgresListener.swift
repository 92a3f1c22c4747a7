import Dispatch
import Glibc

/// What is heard on a channel of the server's.
public enum PostgresNotification: Equatable, Sendable {
  /// From here on it is listened to, for the first time or again: others may have been missed.
  case begins
  /// Somebody has notified, with that text.
  case text(String)
}

extension PostgresPool {
  /// What others notify a channel of, by a connection of its own, which is made again where it is
  /// lost. It ends when nobody listens to the stream any more.
  public func notifications(on channel: StaticString) -> AsyncStream<PostgresNotification> {
    AsyncStream { continuation in
      let isOver = LockedValue(false)
      continuation.onTermination = { _ in isOver.withLock { $0 = true } }
      // A queue of its own is a thread of its own while it waits.
      DispatchQueue(label: "PostgreSQL.PostgresListener", qos: .utility).async { [self] in
        var pause: UInt32 = 100_000
        while !isOver.withLock(\.self) {
          do throws(PostgresError) {
            let connection = try connect()
            _ = try connection.exchange(
              [PostgresStatement("LISTEN \(channel)", isKept: false)],
              deadline: .now + limits.connecting)
            continuation.yield(.begins)
            pause = 100_000
            while !isOver.withLock(\.self) {
              // In between it is seen whether anybody listens still.
              let isReady = PostgresConnection.wait(
                for: Int16(POLLIN), on: connection.socket, deadline: .now + .seconds(1))
              guard isReady
              else { continue }
              for text in try connection.notifications() { continuation.yield(.text(text)) }
            }
          } catch {
            // It is polled for what is not heard meanwhile.
            usleep(pause)
            pause = min(pause * 2, 5_000_000)
          }
        }
      }
    }
  }
}
