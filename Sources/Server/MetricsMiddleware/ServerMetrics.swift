public import HTTPMessages

public struct ServerMetrics: Sendable {
  public let connections = HTTPConnectionCount()
  /// Requests and audio that belong to no library, such as refused requests.
  public let usage = UsageMetrics()

  public init() {}
}
