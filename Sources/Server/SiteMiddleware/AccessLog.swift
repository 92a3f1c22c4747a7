import Dependencies
public import HTTPMessages
import LinksMiddleware
import MetricsMiddleware
import POSIX
public import SharedModels

extension SiteMiddleware {
  /// A log entry for one request, without any content of memos.
  public struct AccessLogEntry: Equatable, Sendable {
    public var method: HTTPMethod
    /// Without the query, which may contain search terms.
    public var path: String
    public var status: HTTPStatus
    public var address: String
    public var token: String?
    public var trace: TraceID?
    public var failure: String?

    init(_ request: HTTPRequest) {
      method = request.method
      path = LinkPath.redacted(request.path) ?? String(request.path)
      status = .ok
      address = request.peer.address
      trace = request.trace
    }
  }
}

/// Facts about a request for its log entry and the metrics, found further down the chain.
final class RequestFacts: Sendable {
  struct Values {
    var failure: String?
    var library: SiteConfig.Library?
    var quota: RateQuota?
    var token: String?
  }

  @TaskLocal static var current: RequestFacts?

  private let values = Mutex(Values())

  static func note(_ change: (inout Values) -> Void) {
    current?.values.withLock { change(&$0) }
  }

  var noted: Values { values.withLock { $0 } }
}

func logRequests(
  countingIn usage: @escaping @Sendable (SiteConfig.Library?) -> [UsageMetrics],
  _ log: @escaping @Sendable (SiteMiddleware.AccessLogEntry) -> Void
) -> Middleware {
  { request, next in
    @Dependency(\.continuousClock) var clock
    let elapsed = clock.stopwatch()
    let facts = RequestFacts()
    let response = try await RequestFacts.$current.withValue(facts) { try await next(request) }
    let (duration, noted) = (elapsed(), facts.noted)
    // The client has left, and nobody receives the response.
    let status = Task.isCancelled ? .clientClosedRequest : response.status
    for usage in usage(noted.library) { usage.count(request, status, took: duration) }
    var entry = SiteMiddleware.AccessLogEntry(request)
    entry.failure = noted.failure
    entry.status = status
    entry.token = noted.token
    log(entry)
    return response
  }
}
