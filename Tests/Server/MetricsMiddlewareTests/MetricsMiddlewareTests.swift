import AudioFileClient
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import MetricsMiddleware
import SharedModels
import SiteMiddleware
import TestSite
import Testing

struct MetricsMiddlewareTests {
  @Test("Requests are counted by route and status, and jobs by state")
  func counts() async throws {
    var waiting = Recording.mock
    waiting.transcription = .queued
    let site = try await TestSite()
    let job = TranscriptionJob(
      id: TranscriptionJob.ID(UUID()), recordingID: waiting.id, createdAt: TestSite.now)
    try await site.database.insert(recording: waiting, job: job)
    _ = try await site.send(.get, "/api/memos")
    _ = try await site.send(.get, "/api/memos")
    _ = try await site.send(.get, "/api/nowhere")
    _ = try await site.send(HTTPMethod(rawValue: "BREW"), "/api/memos")
    let reply = try await site.send(.get, "/metrics")
    #expect(reply.headers["Content-Type"]?.hasPrefix("text/plain; version=0.0.4") == true)
    let lines = reply.text.split(separator: "\n").map(String.init)
    for line in [
      "# TYPE speechmemo_requests_total counter",
      #"speechmemo_requests_total{method="GET",status="200"} 2"#,
      #"speechmemo_requests_total{method="GET",status="404"} 1"#,
      #"speechmemo_requests_total{method="other",status="405"} 1"#,
      #"speechmemo_request_seconds_bucket{le="+Inf"} 4"#,
      "speechmemo_request_seconds_count 4", #"speechmemo_jobs{state="queued"} 1"#,
    ] {
      #expect(lines.contains(line), "\(line) is not in \(reply.text)")
    }
  }

  @Test("A request is in the first bucket that is wide enough, and all are in the last")
  func buckets() async throws {
    let metrics = RequestMetrics()
    for milliseconds in [1, 4, 90, 90, 60_000] {
      metrics.count(.get, .ok, took: .milliseconds(milliseconds))
    }
    let response = try await MetricsMiddleware(metrics).get(of: .inMemory())
    let counts = response.split(separator: "\n")
      .filter { $0.hasPrefix("speechmemo_request_seconds_bucket") }
      .compactMap { $0.split(separator: " ").last }
    #expect(counts == ["1", "2", "2", "4", "4", "4", "4", "5"])
    #expect(response.contains("speechmemo_request_seconds_sum 60.185\n"))
  }

  /// Adds a memo that was asked to be transcribed so many seconds ago.
  private func addMemo(_ number: Int, to library: DatabaseClient, waiting seconds: Double)
    async throws
  {
    try await library.insert(
      recording: .preview(id: Recording.ID(UUID(number)), transcription: .queued),
      job: TranscriptionJob(
        id: TranscriptionJob.ID(UUID(100 + number)), recordingID: Recording.ID(UUID(number)),
        createdAt: TestSite.now.addingTimeInterval(-seconds)))
  }

  @Test("The age of the oldest waiting job is reported, excluding the trash")
  func oldest() async throws {
    let library = DatabaseClient.inMemory()
    let metrics = MetricsMiddleware(RequestMetrics())
    let line = "speechmemo_queue_oldest_seconds"
    #expect(try await metrics.get(of: library).contains("\(line) 0\n"))
    for (number, seconds) in [(1, 40.5), (2, 90), (3, 10)] {
      try await addMemo(number, to: library, waiting: seconds)
    }
    #expect(try await metrics.get(of: library).contains("\(line) 90\n"))
    try await library.trash(ids: [Recording.ID(UUID(2))], at: TestSite.now)
    #expect(try await metrics.get(of: library).contains("\(line) 40.5\n"))
    _ = try await library.jobs.claim(among: [Recording.ID(UUID(1))])
    #expect(try await metrics.get(of: library).contains("\(line) 10\n"))
  }

  @Test("A job of any date has a representable age")
  func anyDate() async throws {
    let library = DatabaseClient.inMemory()
    try await addMemo(1, to: library, waiting: 1e300)
    let page = try await MetricsMiddleware(RequestMetrics()).get(of: library)
    #expect(page.contains("speechmemo_queue_oldest_seconds 1"))
  }

  @Test("Only a transcriber's token shows metrics of all libraries")
  func site() async throws {
    let (anna, ben) = (DatabaseClient.inMemory(), DatabaseClient.inMemory())
    let site = try await HostedSite(["anna": anna, "ben": ben], local: .simulated())
    try await addMemo(1, to: anna, waiting: 7)
    try await addMemo(2, to: ben, waiting: 12)
    try await addMemo(3, to: ben, waiting: 3)
    _ = try await ben.jobs.claim(among: [Recording.ID(UUID(3))])
    _ = try await site.send(.post, "/api/queue/claims", token: "nobody", json: "{}")
    let reply = try await site.send(.get, "/metrics")
    #expect(reply.status == .ok)
    for line in [
      #"speechmemo_jobs{state="queued"} 2"#, #"speechmemo_jobs{state="running"} 1"#,
      "speechmemo_queue_oldest_seconds 12",
      #"speechmemo_requests_total{method="POST",status="401"} 1"#,
    ] {
      #expect(reply.text.contains("\(line)\n"), "\(line) is not in \(reply.text)")
    }
    let token = try await TestSite.token(for: anna)
    let annas = try await site.send(.get, "/metrics", token: token)
    #expect(annas.text.contains(#"speechmemo_jobs{state="queued"} 1"#))
    #expect(annas.text.contains("speechmemo_queue_oldest_seconds 7\n"))
    #expect(!annas.text.contains(#"status="401""#))
    let reader = try await TestSite.token(for: anna, named: "reader", scopes: [.read])
    #expect(try await site.send(.get, "/metrics", token: reader).status == .forbidden)
    #expect(try await site.send(.get, "/metrics", token: "nobody").status == .unauthorized)
  }

  @Test("Metrics of one library are not shown to another")
  func libraries() async throws {
    let other = DatabaseClient.inMemory()
    let site = try await TestSite { config in
      config.libraries.append(SiteConfig.Library(config.libraries[0].folder, database: other))
    }
    _ = try await site.send(.get, "/api/memos")
    let token = try await TestSite.token(for: other)
    let reply = try await site.send(
      .get, "/metrics", headers: ["Authorization": "Bearer \(token)"])
    #expect(reply.text.contains("speechmemo_request_seconds_count 0\n"))
  }
}

extension MetricsMiddleware {
  /// The page about a library.
  fileprivate func get(of database: DatabaseClient) async throws -> String {
    let response = try await withDependencies {
      $0.database = database
      $0.date = .constant(TestSite.now)
    } operation: {
      try await get()
    }
    guard case .bytes(let bytes) = response.content
    else { return "" }
    return String(decoding: bytes, as: UTF8.self)
  }
}
