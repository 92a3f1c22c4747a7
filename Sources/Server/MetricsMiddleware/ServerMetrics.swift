public import HTTPMessages

public struct ServerMetrics: Sendable {
  public let connections = HTTPConnectionCount()
  /// Requests of no library, such as those that were refused, and speech of none.
  public let usage = UsageMetrics()

  public init() {}
}
