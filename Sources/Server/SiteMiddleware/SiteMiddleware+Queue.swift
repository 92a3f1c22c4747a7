import DatabaseClient
import HTTPMessages
import MetricsMiddleware
import QueueMiddleware
import ServerRouter
import URLRouting

/// What is asked by those who make the transcripts of all libraries. Their tokens open nothing else,
/// and no library's token opens this.
extension SiteMiddleware {
  /// How large a body may be here, in bytes: who speaks is told of all words of a memo at once.
  private static let queueBodyLimit = 16 << 20

  func queueAnswer(
    to data: RouteData, _ request: HTTPRequest, _ visit: inout Visit
  ) async throws -> HTTPResponse {
    let shelf = try await shelf(openTo: request, &visit)
    // From here on files are read: see `HTTPServer` on handlers that wait with the thread.
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

  /// How much waits in all libraries, for who may know it; `nil` for anybody else.
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

  /// The libraries for which who sends a request may transcribe.
  private func shelf(
    openTo request: HTTPRequest, _ visit: inout Visit
  ) async throws -> SiteShelf {
    try limits.requireTrust(in: request)
    guard let shelf = config.shelf, let shown = Visitor.token(shownBy: request),
      let transcriber = try await shelf.transcriber(showing: shown)
    else {
      // Who is known by a library's token is told so, and who is not is counted.
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
  /// Whether it is about what is to be transcribed in all libraries.
  var isForQueue: Bool { path == "/api/queue" || path.hasPrefix("/api/queue/") }
}

extension ServerProblem {
  /// The token does not let a program transcribe for all libraries.
  static let noTranscriber = Self(
    .forbidden, "Not allowed",
    detail: """
      the token does not allow transcribing for all libraries: create one with 'speechmemo \
      libraries transcribers add NAME' for the database of this server
      """)
}
