import Dispatch
import Glibc

public enum PostgresNotification: Equatable, Sendable {
  /// Listening has started or restarted; earlier notifications may have been missed.
  case begins
  case text(String)
}

extension PostgresPool {
  /// Listens on a connection of its own, which is reopened when lost, until the stream ends.
  public func notifications(on channel: StaticString) -> AsyncStream<PostgresNotification> {
    AsyncStream { continuation in
      let isOver = LockedValue(false)
      continuation.onTermination = { _ in isOver.withLock { $0 = true } }
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
  }
}
