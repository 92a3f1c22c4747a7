public import DatabaseClient
import Dependencies
import Foundation
public import HTTPMessages
import MiddlewareHelpers
import ServerRouter
import SharedModels

public struct MetricsMiddleware: Sendable {
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now

  private let requests: RequestMetrics

  public init(_ requests: RequestMetrics) {
    self.requests = requests
  }

  public func get() async throws -> HTTPResponse {
    var page = MetricsPage()
    requests.write(to: &page)
    let all = try await database.jobs.list()
    let jobs = Dictionary(grouping: all, by: \.state.rawValue)
    page.begin("speechmemo_jobs", .gauge, Self.jobsHelp)
    for (state, jobs) in jobs.sorted(by: { $0.key < $1.key }) {
      page.add("speechmemo_jobs", labels: [("state", state)], Double(jobs.count))
    }
    let oldest = try await oldest(of: all.filter { $0.state == .queued })
    Self.write(
      oldest.map { Duration(clampingSeconds: now.timeIntervalSince($0.createdAt)) }, to: &page)
    return page.response
  }

  public func get(of libraries: LibrariesClient) async throws -> HTTPResponse {
    var page = MetricsPage()
    requests.write(to: &page)
    let state = try await libraries.queueState(at: now)
    page.begin("speechmemo_jobs", .gauge, Self.jobsHelp)
    page.add("speechmemo_jobs", labels: [("state", "queued")], Double(state.waitingCount))
    page.add("speechmemo_jobs", labels: [("state", "running")], Double(state.runningCount))
    Self.write(state.oldest, to: &page)
    return page.response
  }

  private static let jobsHelp = "Transcription jobs by state."

  private static func write(_ oldest: Duration?, to page: inout MetricsPage) {
    let name = "speechmemo_queue_oldest_seconds"
    page.begin(
      name, .gauge, "Age of the oldest waiting transcription job, or 0 if none is waiting.")
    page.add(name, (oldest ?? .zero) / .seconds(1))
  }

  /// Skips jobs of trashed memos, which don't wait.
  private func oldest(of jobs: [TranscriptionJob]) async throws -> TranscriptionJob? {
    var rest = jobs.sorted { $0.createdAt < $1.createdAt }[...]
    while !rest.isEmpty {
      let some = rest.prefix(100)
      rest = rest.dropFirst(100)
      let memos = try await database.recordings(
        matching: RecordingQuery(ids: some.map(\.recordingID)))
      let ids = Set(memos.map(\.id))
      if let job = some.first(where: { ids.contains($0.recordingID) }) { return job }
    }
    return nil
  }

  /// Reads the whole database, which may take a while.
  public func check() async throws -> HTTPResponse {
    try .json(LibraryProblems(problems: try await database.integrityProblems()))
  }
}

extension RequestMetrics {
  fileprivate func write(to page: inout MetricsPage) {
    let counts = value
    page.begin("speechmemo_requests_total", .counter, "HTTP requests answered.")
    let kinds = counts.kinds.sorted {
      ($0.key.method, $0.key.status) < ($1.key.method, $1.key.status)
    }
    for (kind, count) in kinds {
      page.add(
        "speechmemo_requests_total",
        labels: [("method", kind.method), ("status", "\(kind.status)")], Double(count))
    }
    page.begin(
      "speechmemo_request_seconds", .histogram, "Time until the response was ready to send.")
    var total = 0
    for (bucket, bound) in zip(counts.buckets, RequestMetrics.bounds.map { "\($0)" } + ["+Inf"]) {
      total += bucket
      page.add("speechmemo_request_seconds_bucket", labels: [("le", bound)], Double(total))
    }
    page.add("speechmemo_request_seconds_sum", counts.seconds)
    page.add("speechmemo_request_seconds_count", Double(total))
  }
}
