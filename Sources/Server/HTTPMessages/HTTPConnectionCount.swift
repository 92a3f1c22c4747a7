import POSIX

public final class HTTPConnectionCount: Sendable {
  private let count = Mutex(0)

  public init() {}

  public var value: Int { count.withLock { $0 } }

  package func add(_ change: Int) { count.withLock { $0 += change } }
}
