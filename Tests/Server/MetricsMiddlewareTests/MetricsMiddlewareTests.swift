import AudioFileClient
import Clocks
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import MetricsMiddleware
import SharedModels
import SiteMiddleware
import SpeechClient
import TestSite
import Testing

struct MetricsMiddlewareTests {
  @Test("Requests are counted by route, method and status, and jobs by state")
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
    let duration = "speechmemo_http_request_duration_seconds"
    for line in [
      "# TYPE speechmemo_http_requests_total counter", "# TYPE \(duration) histogram",
      #"speechmemo_http_requests_total{route="/api/memos",method="GET",status="200"} 2"#,
      #"speechmemo_http_requests_total{route="other",method="GET",status="404"} 1"#,
      #"speechmemo_http_requests_total{route="/api/memos",method="other",status="405"} 1"#,
      #"\#(duration)_bucket{route="/api/memos",le="+Inf"} 3"#,
      #"\#(duration)_count{route="/api/memos"} 3"#, #"\#(duration)_count{route="other"} 1"#,
      #"speechmemo_jobs{state="queued"} 1"#,
    ] {
      #expect(lines.contains(line), "\(line) is not in \(reply.text)")
    }
  }

  @Test("What is to be expected is 0 before it first happens, and no line is there twice")
  func zeros() async throws {
    let site = try await TestSite()
    let text = try await site.send(.get, "/metrics").text
    let lines = text.split(separator: "\n").map(String.init)
    for line in [
      #"speechmemo_http_requests_total{route="/api/memos/{memo}",method="GET",status="200"} 0"#,
      #"speechmemo_http_requests_total{route="/api/memos/{memo}",method="DELETE",status="204"} 0"#,
      #"speechmemo_http_requests_total{route="/v1/models",method="GET",status="401"} 0"#,
      #"speechmemo_http_requests_total{route="/",method="GET",status="421"} 0"#,
      #"speechmemo_http_requests_total{route="/api/jobs",method="GET",status="429"} 0"#,
      #"speechmemo_http_requests_total{route="/mcp",method="POST",status="499"} 0"#,
      #"speechmemo_http_requests_total{route="/mcp",method="POST",status="500"} 0"#,
      #"speechmemo_http_request_duration_seconds_bucket{route="/api/search",le="0.1"} 0"#,
      #"speechmemo_http_request_duration_seconds_sum{route="other"} 0"#,
      #"speechmemo_jobs{state="failed"} 0"#, #"speechmemo_jobs{state="queued"} 0"#,
      #"speechmemo_jobs{state="running"} 0"#, "speechmemo_engine_starts_total 0",
      "speechmemo_http_connections 0", "speechmemo_speech_seconds_total 0",
      #"speechmemo_build_info{version="1.2.3"} 1"#,
    ] {
      #expect(lines.contains(line), "\(line) is not in \(text)")
    }
    let series = lines.filter { !$0.hasPrefix("#") }.map { $0.prefix { $0 != " " } }
    #expect(Set(series).count == series.count)
    let names = lines.filter { $0.hasPrefix("# TYPE") }
    #expect(Set(names).count == names.count)
  }

  @Test(
    "Ids are not in a label, and paths without a route share one",
    arguments: [
      ("/api/memos/00000000-0000-0000-0000-000000000001", "/api/memos/{memo}"),
      ("//api/memos/x/links/y/", "/api/memos/{memo}/links/{link}"),
      ("/api/memos/ids?prefix=a", "/api/memos/ids"), ("/", "/"), ("/%73/secret", "/s/{secret}"),
      ("/api/queue/anna/1/audio?claim=2", "/api/queue/{library}/{job}/audio"),
      ("/v1/models/a%2Fb", "/v1/models/{model}"), ("/api/memos/x/y", "other"), ("/api", "other"),
      ("/wp-login.php", "other"), ("*", "other"), ("/%ff", "other"), ("/page", "other"),
    ])
  func routes(target: String, route: String) async throws {
    let metrics = UsageMetrics()
    metrics.count(HTTPRequest(.get, target), .ok, took: .zero)
    let page = try await MetricsMiddleware(metrics).get(of: .inMemory())
    let duration = "speechmemo_http_request_duration_seconds_count"
    #expect(page.contains("\(duration){route=\"\(route)\"} 1\n"))
  }

  @Test("Refused requests are counted by route, and a client that leaves with status 499")
  func refused() async throws {
    let site = try await TestSite()
    let wrong: HTTPHeaders = ["Authorization": "Bearer wrong"]
    _ = try await site.send(.get, "/api/memos", headers: wrong)
    _ = try await site.send(.get, "/api/search?q=a", headers: ["Host": "evil.example"])
    _ = try await site.send(.get, "/health")
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = await site.respond(to: HTTPRequest(.get, "/api/statistics"))
    }.value
    let page = try await site.send(.get, "/metrics").text
    func line(_ route: String, _ status: Int) -> String {
      "speechmemo_http_requests_total{route=\"\(route)\",method=\"GET\",status=\"\(status)\"} 1\n"
    }
    for (route, status) in [
      ("/api/memos", 401), ("/api/search", 421), ("/health", 200), ("/api/statistics", 499),
    ] {
      #expect(page.contains(line(route, status)), "\(route) \(status)")
    }
  }

  @Test("A request beyond the limit is counted")
  func limited() async throws {
    let site = try await withDependencies {
      $0.continuousClock = TestClock()
    } operation: {
      try await TestSite { $0.requestLimit = RateLimit(rate: 1, burst: 1) }
    }
    _ = try await site.send(.get, "/api/memos")
    #expect(try await site.send(.get, "/api/jobs").status == .tooManyRequests)
    let other = try await TestSite.token(for: site.database, named: "other")
    let page = try await site.send(
      .get, "/metrics", headers: ["Authorization": "Bearer \(other)"]
    ).text
    #expect(
      page.contains(
        #"speechmemo_http_requests_total{route="/api/jobs",method="GET",status="429"} 1"#))
  }

  @Test("Engine starts, connections and the audio of segments are counted")
  func server() async throws {
    let (usage, server) = (UsageMetrics(), ServerMetrics())
    let speech = SpeechClient.scripted([
      .segment(Segment(start: .zero, end: .seconds(2), text: "One.")),
      .segment(Segment(start: .seconds(3), end: .seconds(5), text: "Two.")),
      .finished(TranscriptionSummary(language: "en")),
    ]).counted(by: [usage])
    for start in [Duration.zero, .seconds(4)] {
      let request = TranscriptionRequest(audio: .nothing, startingAt: start)
      var count = 0
      for try await _ in speech.transcribe(request) { count += 1 }
      #expect(count == 3)
    }
    let page = try await withDependencies {
      $0.speechClient.engineStartCount = { 3 }
    } operation: {
      try await MetricsMiddleware(usage, of: server).get(of: .inMemory())
    }
    #expect(page.contains("speechmemo_speech_seconds_total 6\n"))
    #expect(page.contains("speechmemo_engine_starts_total 3\n"))
    let hosted = try await MetricsMiddleware(usage).get(of: .inMemory())
    #expect(!hosted.contains("speechmemo_engine_starts") && !hosted.contains("connections"))
  }

  @Test("A request is in the first bucket that is wide enough, and all are in the last")
  func buckets() async throws {
    let metrics = UsageMetrics()
    for milliseconds in [1, 4, 90, 90, 60_000] {
      metrics.count(HTTPRequest(.get, "/health"), .ok, took: .milliseconds(milliseconds))
    }
    let response = try await MetricsMiddleware(metrics).get(of: .inMemory())
    let name = "speechmemo_http_request_duration_seconds"
    let counts = response.split(separator: "\n")
      .filter { $0.hasPrefix("\(name)_bucket{route=\"/health\"") }
      .compactMap { $0.split(separator: " ").last }
    #expect(counts == ["1", "2", "2", "4", "4", "4", "4", "5"])
    #expect(response.contains("\(name)_sum{route=\"/health\"} 60.185\n"))
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
    let metrics = MetricsMiddleware(UsageMetrics())
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
    let page = try await MetricsMiddleware(UsageMetrics()).get(of: library)
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
      #"speechmemo_http_requests_total{route="/api/queue/claims",method="POST",status="401"} 1"#,
      "speechmemo_http_connections 0", "speechmemo_engine_starts_total 0",
    ] {
      #expect(reply.text.contains("\(line)\n"), "\(line) is not in \(reply.text)")
    }
    let token = try await TestSite.token(for: anna)
    let annas = try await site.send(.get, "/metrics", token: token)
    #expect(annas.text.contains(#"speechmemo_jobs{state="queued"} 1"#))
    #expect(annas.text.contains("speechmemo_queue_oldest_seconds 7\n"))
    #expect(
      annas.text.contains(
        #"speechmemo_http_requests_total{route="/api/queue/claims",method="POST",status="401"} 0"#))
    #expect(!annas.text.contains("speechmemo_engine_starts"))
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
    let duration = "speechmemo_http_request_duration_seconds"
    #expect(reply.text.contains("\(duration)_count{route=\"/api/memos\"} 0\n"))
  }
}

extension SpeechAudio {
  fileprivate static var nothing: Self { .samples(AsyncStream<[Float]> { nil }) }
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
