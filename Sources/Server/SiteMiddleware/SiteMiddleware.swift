import DatabaseClient
import Dependencies
public import HTTPMessages
import HostedLibraries
import LibraryFolder
import LinksMiddleware
import LiveMiddleware
import MCPMiddleware
import MetricsMiddleware
import MiddlewareHelpers
import OpenAPI
import RealtimeMiddleware
import SearchMiddleware
import ServerRouter
public import SharedModels
import SharedSettings
import TranscriptionsMiddleware
import TranscriptsMiddleware
import URLRouting
import UploadsMiddleware
import WebPage
import WebSocketServer

/// The whole site. Checks the token before it reads a body, and the scope before it does anything.
public struct SiteMiddleware: Sendable {
  /// A log entry for one request, without any content of memos.
  public struct AccessLogEntry: Equatable, Sendable {
    public var method: HTTPMethod
    /// Without the query, which may contain search terms.
    public var path: String
    public var status: HTTPStatus
    public var address: String
    public var token: String?
    public var trace: TraceID?
    public var failure: String?
  }

  let config: SiteConfig
  let limits: SiteLimits
  private let log: @Sendable (AccessLogEntry) -> Void
  let router = ServerRouter()
  private let webSockets = WebSockets()

  static let bodyLimit = 1 << 20

  public init(_ config: SiteConfig, log: @escaping @Sendable (AccessLogEntry) -> Void = { _ in }) {
    self.config = config
    limits = SiteLimits(config)
    self.log = log
  }

  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    guard let databaseLibraries = config.databaseLibraries
    else { return await reply(to: request) }
    // Requests run on threads of their own, which don't inherit the audio store.
    return await withDependencies {
      $0.useSounds(of: databaseLibraries.hosted)
    } operation: {
      await reply(to: request)
    }
  }

  private func reply(to request: HTTPRequest) async -> HTTPResponse {
    let (request, traceparent) = request.forwarded(by: config.proxies).traced()
    var entry = AccessLogEntry(request)
    var response: HTTPResponse
    @Dependency(\.continuousClock) var clock
    let elapsed = clock.stopwatch()
    var metrics: RequestMetrics?
    do {
      response = try await answer(request, &entry, &metrics)
    } catch is CancellationError {
      // The client is gone, or has stopped sending.
      response = HTTPResponse(.clientClosedRequest)
    } catch {
      let problem = (error as? RouteError).map(ServerProblem.init) ?? ServerProblem(error)
      response = HTTPResponse(problem, isForOpenAI: request.isForOpenAI)
      if case RouteError.otherMethods(let methods) = error {
        response.headers["Allow"] = methods.map(\.rawValue).joined(separator: ", ")
      }
      if let wait = problem.retryAfter { response.headers["Retry-After"] = "\(wait.roundedUp)" }
      if problem.status.rawValue >= 500 {
        entry.failure = problem.cause ?? String(describing: error)
      }
    }
    Origins.allow(request, config: config, in: &response)
    if request.path.hasPrefix("/api/uploads") {
      response.headers["Tus-Resumable"] = "1.0.0"
      if response.status == .preconditionFailed { response.headers["Tus-Version"] = "1.0.0" }
    }
    if response.status == .unauthorized { response.headers["WWW-Authenticate"] = "Bearer" }
    if LinkPath.redacted(request.path) != nil { LinkPath.protect(&response) }
    if response.status == .upgradeRequired {
      response.headers["Sec-WebSocket-Version"] = "13"
      response.headers["Upgrade"] = "websocket"
    }
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["traceparent"] = traceparent
    response.headers["Cache-Control"] = response.headers["Cache-Control"] ?? "private, no-cache"
    entry.status = response.status
    let duration = elapsed()
    metrics?.count(request.method, response.status, took: duration)
    config.databaseLibraries?.metrics.count(request.method, response.status, took: duration)
    log(entry)
    return response
  }

  private func answer(
    _ request: HTTPRequest, _ entry: inout AccessLogEntry, _ metrics: inout RequestMetrics?
  ) async throws -> HTTPResponse {
    try Origins.check(request, config: config)
    if let preflight = Origins.preflight(request, config: config) { return preflight }
    var data = try RouteData(method: request.routeMethod, target: request.target)
    let withoutBody = Result { [data] () throws(RouteError) in try router.match(data) }
    if case .success(let route) = withoutBody, route.scope == nil {
      guard case .shared(let secret, let route) = route
      else { return try await openAnswer(to: route, request) }
      // A browser gets the page, which then fetches the memo.
      if route == .memo, WebPage.isWanted(by: request) { return try WebPage.shared(request) }
      await Task.yield()
      return try await answer(to: route, with: secret, request, &metrics)
    }
    if request.isForQueue { return try await queueAnswer(to: data, request, &entry) }
    if case .success(.metrics) = withoutBody,
      let response = try await queueMetrics(for: request, &entry)
    {
      return response
    }
    let client = try await AuthorizedClient(request, config: config, limits: limits)
    entry.token = client.name
    let library = client.library
    metrics = library.metrics
    try limits.countRequest(of: client)
    if let reply = try await library.replies.reply(to: request, for: client) { return reply }
    // From here on files are read: see `HTTPServer` on handlers that block their thread.
    await Task.yield()
    let route: ServerRoute
    if case .success(let streamed) = withoutBody, streamed.isStreamed {
      route = streamed
    } else {
      data.body = try await request.body.bytes(upTo: Self.bodyLimit)
      route = data.body.isEmpty ? try withoutBody.get() : try router.match(data)
    }
    if let scope = route.scope { try client.require(scope) }
    let response = try await withDependencies { [trace = entry.trace] in
      $0.database = library.database
      $0.libraryFolder = library.folder
      $0.settingsStore = library.settings
      $0.trace = trace
    } operation: {
      if route.usesSettings || request.method != .get { try await Settings.refresh() }
      return try await answer(to: route, request, client, &entry).endingOnRevocation(of: client)
    }
    library.replies.keep(response, to: route, request, revision: client.revision)
    return response
  }

  private func answer(
    to route: ServerRoute, _ request: HTTPRequest, _ client: AuthorizedClient,
    _ entry: inout AccessLogEntry
  ) async throws -> HTTPResponse {
    switch route {
    case .events: events(request, client)
    case .health, .openAPI, .page, .ready: try await openAnswer(to: route, request)
    case .shared: throw ServerProblem.noLink
    case .check: try await MetricsMiddleware(client.library.metrics).check()
    case .editSpeakers(let id, let edit): try await TranscriptsMiddleware().edit(id, edit)
    case .editTranscript(let id, let edit): try await TranscriptsMiddleware().edit(id, edit)
    case .jobs(let route): try await answer(to: route, request)
    case .live: try LiveMiddleware(webSockets, fail: failures(of: request)).connect(request)
    case .mcp(let message):
      await MCPMiddleware(scopes: client.scopes)
        .answer(message, request, failure: &entry.failure)
    case .memos(let route): try await answer(to: route, request, client)
    case .openAI(let route):
      try await answer(to: route, request, keeps: client.scopes.contains(.keep))
    case .metrics: try await MetricsMiddleware(client.library.metrics).get()
    case .queue: throw ServerProblem.noTranscriber
    case .uploads(let route): try await answer(to: route, request)
    case .server, .session, .settings, .tokens, .voices:
      try await administer(route, request, client)
    case .search(let search): try await SearchMiddleware().search(search, request)
    case .statistics(let wanted): try await SearchMiddleware().statistics(wanted, request)
    }
  }

  private func answer(
    to route: OpenAIRoute, _ request: HTTPRequest, keeps: Bool
  ) async throws -> HTTPResponse {
    let fail = failures(of: request)
    let middleware = TranscriptionsMiddleware(keeps: keeps, fail: fail)
    return switch route {
    case .model(let name): try await middleware.model(name)
    case .models: try await middleware.models()
    case .realtime(let asked):
      try RealtimeMiddleware(webSockets, fail: fail).connect(asked, request)
    case .transcriptions: try await middleware.transcribe(request)
    case .translations: try middleware.translate()
    }
  }

  /// Logs failures that occur after the response.
  private func failures(of request: HTTPRequest) -> @Sendable (String) -> Void {
    let entry = AccessLogEntry(request)
    return { [log] failure in
      var entry = entry
      entry.failure = failure
      entry.status = .internalServerError
      log(entry)
    }
  }

  /// Ends event streams and websockets, so that the server can stop.
  public func endStreams() {
    for library in config.openLibraries { library.events.finish() }
    config.databaseLibraries?.news.finish()
    webSockets.close()
  }

  private func answer(
    to route: UploadsRoute, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let middleware = UploadsMiddleware()
    return switch route {
    case .append(let id): try await middleware.append(to: id, request)
    case .create: try await middleware.create(request)
    case .finish(let id): try await middleware.finish(id, request)
    case .link(let id): try await middleware.link(id, request)
    case .options: middleware.options()
    case .remove(let id): try await middleware.remove(id, request)
    case .status(let id): try await middleware.status(id, request)
    }
  }

  private func openAnswer(
    to route: ServerRoute, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    if case .page(let page) = route { return try WebPage.response(to: page, request) }
    if route == .openAPI { return request.reply(OpenAPIDocument.bytes, as: "application/json") }
    if route == .ready {
      await Task.yield()
      for library in config.libraries {
        _ = try await library.database.recordings(matching: RecordingQuery(limit: 1))
      }
      try await config.databaseLibraries?.check()
    }
    return HTTPResponse(text: route == .ready ? "ready\n" : "ok\n")
  }
}

extension SiteMiddleware.AccessLogEntry {
  fileprivate init(_ request: HTTPRequest) {
    self.init(
      method: request.method, path: LinkPath.redacted(request.path) ?? String(request.path),
      status: .ok,
      address: request.peer.address,
      trace: request.trace)
  }
}

extension ServerProblem {
  fileprivate init(_ error: RouteError) {
    switch error {
    case .malformed(let reason): self.init(.badRequest, "Invalid request", detail: reason)
    case .noMatch:
      self.init(.notFound, "Not found", detail: "this address does not exist on this server")
    case .otherMethods(let methods):
      let names = methods.map(\.rawValue).joined(separator: ", ")
      self.init(.methodNotAllowed, "Method not allowed", detail: "supported methods: \(names)")
    }
  }
}

extension HTTPRequest {
  /// Supports tus's `X-HTTP-Method-Override`, for proxies that pass only some methods.
  fileprivate var routeMethod: HTTPMethod {
    if method == .head { return .get }
    guard method == .post, path.hasPrefix("/api/uploads/"),
      let other = headers["X-HTTP-Method-Override"]
    else { return method }
    return HTTPMethod(rawValue: other)
  }
}
