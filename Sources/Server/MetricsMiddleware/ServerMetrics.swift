public import HTTPMessages

/// Metrics of the whole server, for those who run it.
public struct ServerMetrics: Sendable {
  public let connections = HTTPConnectionCount()
  /// Requests of no library, such as those that were refused, and speech of none.
  public let usage = UsageMetrics()

  public init() {}
}
