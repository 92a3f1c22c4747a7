import DatabaseClient
import Dependencies
import HTTPMessages
import LibraryFolder
import LinksMiddleware
import MetricsMiddleware
import MiddlewareHelpers
import OpenAPI
import QueueMiddleware
import ServerRouter
import SharedSettings
import SpeechClient
import URLRouting
import WebPage
import WebSocketServer

/// Checks the token before it reads a body, and the scope before it does anything.
struct SiteRoutes: Sendable {
  let config: SiteConfig
  let limits: SiteLimits
  let log: @Sendable (SiteMiddleware.AccessLogEntry) -> Void
  private let router = ServerRouter()
  let webSockets = WebSockets()

  static let bodyLimit = 1 << 20
  /// In bytes; a speaker edit lists all words of a memo.
  private static let queueBodyLimit = 16 << 20

  init(_ config: SiteConfig, log: @escaping @Sendable (SiteMiddleware.AccessLogEntry) -> Void) {
    self.config = config
    limits = SiteLimits(config)
    self.log = log
  }

  func respond(to request: HTTPRequest) async throws -> HTTPResponse {
    let method = request.method == .head ? .get : request.method
    let data = try RouteData(method: method, target: request.target)
    // An unknown address is reported only to clients with a token.
    let match = Result { () throws(RouteError) in try router.find(data) }
    if case .failure(.malformed(let reason)) = match, isPublic(request.path, method) {
      throw RouteError.malformed(reason)
    }
    let route = try? match.get().withoutBody
    if let route, route.scope == nil { return try await respondWithoutToken(to: route, request) }
    if request.isForQueue { return try await respondToTranscriber(to: match, request) }
    if route == .metrics, let libraries = try await transcriberLibraries(for: request) {
      return try await MetricsMiddleware(libraries.usage, of: config.metrics).get(
        of: libraries.hosted.libraries)
    }
    return try await respond(to: match, request)
  }

  private func isPublic(_ path: Substring, _ method: HTTPMethod) -> Bool {
    if LinkPath.redacted(path) != nil { return true }
    let route = try? router.find(RouteData(method: method, target: String(path))).withoutBody
    return route.map { $0.scope == nil } ?? false
  }

  private func respond(
    to match: Result<RouteMatch<ServerRoute>, RouteError>, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let client = try await AuthorizedClient.of(request, config: config, limits: limits)
    let library = client.library
    RequestFacts.note {
      $0.library = library
      $0.token = client.token?.name
    }
    try limits.countRequest(of: client.token, in: library.events)
    if let reply = try await library.replies.reply(to: request, for: client) { return reply }
    // From here on files are read: see `HTTPServer` on handlers that block their thread.
    await Task.yield()
    let match = try match.get()
    let body = try await match.body(of: request, limit: Self.bodyLimit)
    let route = try match.output(body)
    try client.require(route)
    // Not the request: what outlives it would keep its secrets.
    let entry = SiteMiddleware.AccessLogEntry(request)
    let response = try await withDependencies {
      $0.database = library.database
      $0.libraryFolder = library.folder
      $0.logFailure = { [log] failure in
        var entry = entry
        entry.failure = failure
        entry.status = .internalServerError
        log(entry)
      }
      $0.settingsStore = library.settings
      if case .openAI = route {
        $0.speechClient = $0.speechClient.counted(by: config.usage(of: library))
      }
      $0.trace = request.trace
    } operation: {
      if route.usesSettings || request.method != .get { try await Settings.refresh() }
      return try await IdempotentRequests(token: client.token).respond(
        to: request, body: body, route: route
      ) {
        try await router.requirePreconditions(of: request, to: route) {
          try await respond(to: $0, $1, client)
        }
        return try await respond(to: route, request, client).ending(with: client)
      }
    }
    library.replies.keep(response, to: route, request, revision: client.revision)
    return response
  }

  private func respondWithoutToken(
    to route: ServerRoute, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    switch route {
    case .health: return HTTPResponse(text: "ok\n")
    case .openAPI: return request.reply(OpenAPIDocument.bytes, as: "application/json")
    case .page(let page): return try WebPage.response(to: page, request)
    case .ready:
      await Task.yield()
      for library in config.libraries {
        _ = try await library.database.recordings(matching: RecordingQuery(limit: 1))
      }
      try await config.databaseLibraries?.check()
      return HTTPResponse(text: "ready\n")
    case .shared(_, .memo) where WebPage.isWanted(by: request):
      // The page then fetches the memo.
      return try WebPage.shared(request)
    case .shared(let secret, let route):
      await Task.yield()
      return try await respond(to: route, with: secret, request)
    default: throw RouteError.noMatch
    }
  }

  /// The transcribers' routes. Their tokens open nothing else, and no library's token opens these.
  private func respondToTranscriber(
    to match: Result<RouteMatch<ServerRoute>, RouteError>, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    guard let libraries = try await transcriberLibraries(for: request)
    else {
      let client = try await AuthorizedClient.of(request, config: config, limits: limits)
      RequestFacts.note { $0.token = client.token?.name }
      throw ServerProblem.noTranscriber
    }
    // From here on files are read: see `HTTPServer` on handlers that block their thread.
    await Task.yield()
    let middleware = QueueMiddleware(libraries.hosted, news: libraries.news)
    let match = try match.get()
    let route = try match.output(try await match.body(of: request, limit: Self.queueBodyLimit))
    try await router.requirePreconditions(of: request, to: route) {
      try await respond(to: $0, with: middleware, $1)
    }
    return try await respond(to: route, with: middleware, request)
  }

  private func respond(
    to route: ServerRoute, with middleware: QueueMiddleware, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    switch route {
    case .queue(.claim(let wanted)): try await middleware.claim(wanted)
    case .queue(.job(let proof, let route)):
      try await middleware.respond(to: route, claim: proof, request)
    case .queue(.news): middleware.listen()
    default: throw RouteError.noMatch
    }
  }

  /// `nil` unless the request has a transcriber's token.
  private func transcriberLibraries(
    for request: HTTPRequest
  ) async throws -> DatabaseLibraries? {
    guard let libraries = config.databaseLibraries, let token = request.bearerToken
    else { return nil }
    guard let transcriber = try await libraries.transcriber(withToken: token)
    else { return nil }
    RequestFacts.note { $0.token = transcriber.name }
    try limits.countRequest(of: transcriber, in: libraries)
    return libraries
  }

  func endStreams() {
    for library in config.openLibraries { library.events.finish() }
    config.databaseLibraries?.news.finish()
    webSockets.close()
  }
}

extension RouteMatch {
  fileprivate var withoutBody: Output? {
    get throws(RouteError) { hasBody ? nil : try output([]) }
  }

  fileprivate func body(of request: HTTPRequest, limit: Int) async throws -> [UInt8] {
    hasBody ? try await request.body.bytes(upTo: limit) : []
  }
}

extension HTTPRequest {
  fileprivate var isForQueue: Bool { path == "/api/queue" || path.hasPrefix("/api/queue/") }
}

extension ServerProblem {
  static let noTranscriber = Self(
    .forbidden, .notAllowed,
    detail: """
      the token does not allow transcribing for all libraries: create one with 'speechmemo \
      libraries transcribers add NAME' for the database of this server
      """)
}
