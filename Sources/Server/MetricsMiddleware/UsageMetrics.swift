public import HTTPMessages
import POSIX

/// The requests and the transcribed audio of one library, of all, or of none.
public final class UsageMetrics: Sendable {
  /// Labels that reveal neither memos nor searches.
  struct Request: Hashable {
    let route: String
    let method: String
    let status: Int
  }

  struct Latency {
    /// Requests per interval of ``UsageMetrics/bounds``, not cumulative.
    var buckets = [Int](repeating: 0, count: UsageMetrics.bounds.count + 1)
    var seconds = 0.0

    mutating func add(_ seconds: Double) {
      buckets[UsageMetrics.bounds.firstIndex { seconds <= $0 } ?? UsageMetrics.bounds.count] += 1
      self.seconds += seconds
    }
  }

  struct Counts {
    var latencies: [String: Latency] = [:]
    var requests: [Request: Int] = [:]
    var speech: Duration = .zero

    mutating func add(_ other: Self) {
      latencies.merge(other.latencies) { mine, theirs in
        Latency(
          buckets: zip(mine.buckets, theirs.buckets).map(+), seconds: mine.seconds + theirs.seconds)
      }
      requests.merge(other.requests, uniquingKeysWith: +)
      speech += other.speech
    }
  }

  /// In seconds.
  static let bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]
  private let counts = Mutex(Counts())

  public init() {}

  public func count(_ request: HTTPRequest, _ status: HTTPStatus, took duration: Duration) {
    let known: Set<HTTPMethod> = [.delete, .get, .head, .options, .patch, .post, .put]
    let route = DocumentedRoutes.route(ofPath: request.path)
    let request = Request(
      route: route, method: known.contains(request.method) ? request.method.rawValue : "other",
      status: status.rawValue)
    let seconds = max(0, duration / .seconds(1))
    counts.withLock { counts in
      counts.latencies[route, default: Latency()].add(seconds)
      counts.requests[request, default: 0] += 1
    }
  }

  public func add(speech: Duration) { counts.withLock { $0.speech += speech } }

  var value: Counts { counts.withLock { $0 } }
}
