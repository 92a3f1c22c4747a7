import Build
public import DatabaseClient
import Dependencies
import Foundation
public import HTTPMessages
import MiddlewareHelpers
import ServerRouter
import SharedModels
import SpeechClient

public struct MetricsMiddleware: Sendable {
  @Dependency(\.build) private var build
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.speechClient) private var speechClient

  private let server: ServerMetrics?
  private let usage: UsageMetrics

  /// - Parameter server: The server's own metrics, if the client may see them.
  public init(_ usage: UsageMetrics, of server: ServerMetrics? = nil) {
    self.server = server
    self.usage = usage
  }

  public func get() async throws -> HTTPResponse {
    var counts = usage.value
    if let server { counts.add(server.usage.value) }
    var page = page(counts)
    let all = try await database.jobs.list()
    let jobs = Dictionary(grouping: all, by: \.state)
    Self.write([.failed, .queued, .running].map { ($0, jobs[$0]?.count ?? 0) }, to: &page)
    let oldest = try await oldest(of: all.filter { $0.state == .queued })
    Self.write(
      oldest.map { Duration(clampingSeconds: now.timeIntervalSince($0.createdAt)) }, to: &page)
    return page.response
  }

  public func get(of libraries: LibrariesClient) async throws -> HTTPResponse {
    var page = page(usage.value)
    let state = try await libraries.queueState(at: now)
    Self.write([(.queued, state.waitingCount), (.running, state.runningCount)], to: &page)
    Self.write(state.oldest, to: &page)
    return page.response
  }

  private func page(_ counts: UsageMetrics.Counts) -> MetricsPage {
    var page = MetricsPage()
    page.add(build)
    page.add(counts)
    if let server {
      page.begin(
        "speechmemo_http_connections", .gauge, "Open HTTP connections, WebSockets included.")
      page.add("speechmemo_http_connections", Double(server.connections.value))
      page.add(engineStarts: speechClient.engineStartCount())
    }
    page.add(speech: counts.speech)
    return page
  }

  private static func write(
    _ counts: [(TranscriptionJob.State, Int)], to page: inout MetricsPage
  ) {
    page.begin("speechmemo_jobs", .gauge, "Transcription jobs by state.")
    for (state, count) in counts {
      page.add("speechmemo_jobs", labels: [("state", state.rawValue)], Double(count))
    }
  }

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
