import DatabaseClient
import Dependencies
public import HTTPMessages
import MiddlewareHelpers
import ServerRouter
import SharedModels

/// Tells how a library and its server are doing, as Prometheus reads it: its text format, version
/// 0.0.4.
public struct MetricsMiddleware: Sendable {
  @Dependency(\.database) private var database

  private let requests: RequestMetrics

  /// - Parameter requests: What has counted the library's requests.
  public init(_ requests: RequestMetrics) {
    self.requests = requests
  }

  /// All that is counted.
  public func get() async throws -> HTTPResponse {
    var page = MetricsPage()
    let counts = requests.value
    page.begin("speechmemo_requests_total", "counter", "Requests that were answered.")
    for (kind, count) in counts.kinds.sorted(by: { $0.key < $1.key }) {
      page.add(
        "speechmemo_requests_total",
        labels: [("method", kind.method), ("status", "\(kind.status)")], Double(count))
    }
    page.begin(
      "speechmemo_request_seconds", "histogram", "How long answers took to be ready to be sent.")
    var total = 0
    for (bucket, bound) in zip(counts.buckets, RequestMetrics.bounds.map { "\($0)" } + ["+Inf"]) {
      total += bucket
      page.add("speechmemo_request_seconds_bucket", labels: [("le", bound)], Double(total))
    }
    page.add("speechmemo_request_seconds_sum", counts.seconds)
    page.add("speechmemo_request_seconds_count", Double(total))
    let jobs = Dictionary(grouping: try await database.jobs(), by: \.state.rawValue)
    page.begin("speechmemo_jobs", "gauge", "Transcripts that are to be made, or could not be.")
    for (state, jobs) in jobs.sorted(by: { $0.key < $1.key }) {
      page.add("speechmemo_jobs", labels: [("state", state)], Double(jobs.count))
    }
    return HTTPResponse(
      headers: ["Content-Type": "text/plain; version=0.0.4; charset=utf-8"],
      content: .bytes(Array(page.text.utf8)))
  }

  /// What is wrong with the library's database. It is read as a whole, which may take a while.
  public func check() async throws -> HTTPResponse {
    try .json(LibraryProblems(problems: try await database.integrityProblems()))
  }
}

/// A page in Prometheus's text format.
private struct MetricsPage {
  var text = ""

  mutating func begin(_ name: String, _ type: String, _ help: String) {
    text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
  }

  mutating func add(_ name: String, labels: [(String, String)] = [], _ value: Double) {
    let pairs = labels.map { "\($0)=\"\($1)\"" }.joined(separator: ",")
    let number = value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
    text += "\(name)\(pairs.isEmpty ? "" : "{\(pairs)}") \(number)\n"
  }
}
