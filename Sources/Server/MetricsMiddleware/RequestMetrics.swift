public import HTTPMessages
import POSIX

public final class RequestMetrics: Sendable {
  /// Labels that reveal neither memos nor searches.
  struct Kind: Hashable {
    let method: String
    let status: Int
  }

  struct Counts {
    /// Requests per interval of ``RequestMetrics/bounds``, not cumulative.
    var buckets = [Int](repeating: 0, count: RequestMetrics.bounds.count + 1)
    var kinds: [Kind: Int] = [:]
    var seconds = 0.0
  }

  /// In seconds.
  static let bounds = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10]
  private let counts = Mutex(Counts())

  public init() {}

  public func count(_ method: HTTPMethod, _ status: HTTPStatus, took duration: Duration) {
    let known: Set<HTTPMethod> = [.delete, .get, .head, .options, .patch, .post, .put]
    let kind = Kind(
      method: known.contains(method) ? method.rawValue : "other", status: status.rawValue)
    let seconds = max(0, duration / .seconds(1))
    let bucket = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
    counts.withLock { counts in
      counts.buckets[bucket] += 1
      counts.kinds[kind, default: 0] += 1
      counts.seconds += seconds
    }
  }

  var value: Counts { counts.withLock { $0 } }
}
