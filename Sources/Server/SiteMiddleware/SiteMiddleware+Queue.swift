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
    to data: RouteData, _ request: HTTPRequest, _ visit: inout Visit
  ) async throws -> HTTPResponse {
    let shelf = try await shelf(openTo: request, &visit)
    // From here on files are read: see `HTTPServer` on handlers that block their thread.
    await Task.yield()
    var data = data
    data.body = try await request.body.bytes(upTo: Self.queueBodyLimit)
    guard case .queue(let route) = try router.match(data)
    else { throw RouteError.noMatch }
    let middleware = QueueMiddleware(shelf.hosted, news: shelf.news)
    return switch route {
    case .claim(let wanted): try await middleware.claim(wanted)
    case .job(let proof, let route):
      try await middleware.answer(to: route, showing: proof, request)
    case .news: middleware.listen()
    }
  }

  func queueMetrics(
    for request: HTTPRequest, _ visit: inout Visit
  ) async throws -> HTTPResponse? {
    guard let shelf = config.shelf, let shown = Visitor.token(shownBy: request)
    else { return nil }
    try limits.requireTrust(in: request)
    guard let transcriber = try await shelf.transcriber(showing: shown)
    else { return nil }
    visit.token = transcriber.name
    try limits.noteRequest(of: transcriber, for: shelf)
    return try await MetricsMiddleware(shelf.metrics).get(of: shelf.hosted.libraries)
  }

  private func shelf(
    openTo request: HTTPRequest, _ visit: inout Visit
  ) async throws -> SiteShelf {
    try limits.requireTrust(in: request)
    guard let shelf = config.shelf, let shown = Visitor.token(shownBy: request),
      let transcriber = try await shelf.transcriber(showing: shown)
    else {
      let visitor = try await Visitor(request, config: config, limits: limits)
      visit.token = visitor.name
      throw ServerProblem.noTranscriber
    }
    visit.token = transcriber.name
    try limits.noteRequest(of: transcriber, for: shelf)
    return shelf
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
