import DatabaseClient
import HTTPMessages
import MetricsMiddleware
import QueueMiddleware
import ServerRouter
import URLRouting

/// The transcribers' routes. Their tokens open nothing else, and no library's token opens these.
extension SiteMiddleware {
  /// In bytes; a speaker edit lists all words of a memo.
  private static let queueBodyLimit = 16 << 20

  func queueAnswer(
    to data: RouteData, _ request: HTTPRequest, _ entry: inout AccessLogEntry
  ) async throws -> HTTPResponse {
    let databaseLibraries = try await databaseLibraries(for: request, &entry)
    // From here on files are read: see `HTTPServer` on handlers that block their thread.
    await Task.yield()
    var data = data
    data.body = try await request.body.bytes(upTo: Self.queueBodyLimit)
    guard case .queue(let route) = try router.match(data)
    else { throw RouteError.noMatch }
    let middleware = QueueMiddleware(databaseLibraries.hosted, news: databaseLibraries.news)
    return switch route {
    case .claim(let wanted): try await middleware.claim(wanted)
    case .job(let proof, let route):
      try await middleware.answer(to: route, claim: proof, request)
    case .news: middleware.listen()
    }
  }

  func queueMetrics(
    for request: HTTPRequest, _ entry: inout AccessLogEntry
  ) async throws -> HTTPResponse? {
    guard let databaseLibraries = config.databaseLibraries,
      let shown = AuthorizedClient.bearerToken(in: request)
    else { return nil }
    try limits.requireNotBlocked(in: request)
    guard let transcriber = try await databaseLibraries.transcriber(withToken: shown)
    else { return nil }
    entry.token = transcriber.name
    try limits.countRequest(of: transcriber, for: databaseLibraries)
    return try await MetricsMiddleware(databaseLibraries.metrics).get(
      of: databaseLibraries.hosted.libraries)
  }

  private func databaseLibraries(
    for request: HTTPRequest, _ entry: inout AccessLogEntry
  ) async throws -> DatabaseLibraries {
    try limits.requireNotBlocked(in: request)
    guard let databaseLibraries = config.databaseLibraries,
      let shown = AuthorizedClient.bearerToken(in: request),
      let transcriber = try await databaseLibraries.transcriber(withToken: shown)
    else {
      let client = try await AuthorizedClient(request, config: config, limits: limits)
      entry.token = client.name
      throw ServerProblem.noTranscriber
    }
    entry.token = transcriber.name
    try limits.countRequest(of: transcriber, for: databaseLibraries)
    return databaseLibraries
  }
}

extension HTTPRequest {
  var isForQueue: Bool { path == "/api/queue" || path.hasPrefix("/api/queue/") }
}

extension ServerProblem {
  static let noTranscriber = Self(
    .forbidden, "Not allowed",
    detail: """
      the token does not allow transcribing for all libraries: create one with 'speechmemo \
      libraries transcribers add NAME' for the database of this server
      """)
}
