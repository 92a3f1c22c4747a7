import AudioMiddleware
import DatabaseClient
import Dependencies
public import HTTPMessages
import LibraryFolder
import MCPMiddleware
import MemosMiddleware
import MetricsMiddleware
import MiddlewareHelpers
import OpenAPI
import SearchMiddleware
import ServerRouter
import TranscriptionsMiddleware
import TranscriptsMiddleware
import URLRouting
import UploadsMiddleware

/// The whole site: from a request to its answer.
///
/// Who sends it is asked before a body is read, and what the token allows before anything is done.
public struct SiteMiddleware: Sendable {
  /// One request that was answered, for the log. Nothing of what memos say is in it.
  public struct Visit: Equatable, Sendable {
    public var method: HTTPMethod
    /// Without its query, in which may be what was searched for.
    public var path: String
    public var status: HTTPStatus
    /// The name of the token that was shown.
    public var token: String?
    /// What went wrong in the server, if it was its fault.
    public var failure: String?
  }

  private let config: SiteConfig
  private let log: @Sendable (Visit) -> Void
  private let router = ServerRouter()

  /// How large a body may be that is read as a whole, in bytes.
  private static let bodyLimit = 1 << 20

  /// - Parameter log: Told of each request when it has been answered.
  public init(_ config: SiteConfig, log: @escaping @Sendable (Visit) -> Void = { _ in }) {
    self.config = config
    self.log = log
  }

  /// Answers a request. It never fails: what goes wrong is an answer, too.
  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    var visit = Visit(method: request.method, path: String(request.path), status: .ok)
    var response: HTTPResponse
    @Dependency(\.continuousClock) var clock
    let elapsed = clock.stopwatch()
    var metrics: RequestMetrics?
    do {
      response = try await answer(request, &visit, &metrics)
    } catch {
      let problem = (error as? RouteError).map(ServerProblem.init) ?? ServerProblem(error)
      response = HTTPResponse(problem, isForOpenAI: request.isForOpenAI)
      if case RouteError.otherMethods(let methods) = error {
        response.headers["Allow"] = methods.map(\.rawValue).joined(separator: ", ")
      }
      if problem.status.rawValue >= 500 {
        visit.failure = problem.cause ?? String(describing: error)
      }
    }
    Origins.allow(request, config: config, in: &response)
    if request.path.hasPrefix("/api/uploads") { response.headers["Tus-Resumable"] = "1.0.0" }
    if response.status == .unauthorized { response.headers["WWW-Authenticate"] = "Bearer" }
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Cache-Control"] = response.headers["Cache-Control"] ?? "private, no-cache"
    visit.status = response.status
    metrics?.count(request.method, response.status, took: elapsed())
    log(visit)
    return response
  }

  /// - Parameter metrics: What counts the request, once it is known whose it is.
  private func answer(
    _ request: HTTPRequest, _ visit: inout Visit, _ metrics: inout RequestMetrics?
  ) async throws -> HTTPResponse {
    try Origins.check(request, config: config)
    if let preflight = Origins.preflight(request, config: config) { return preflight }
    var data = try RouteData(method: request.routeMethod, target: request.target)
    // What needs no token has no body.
    let withoutBody = Result { [data] () throws(RouteError) in try router.match(data) }
    if case .success(let route) = withoutBody, route.scope == nil {
      return try await openAnswer(to: route, request)
    }
    let visitor = try await Visitor(request, config: config)
    visit.token = visitor.name
    metrics = visitor.library.metrics
    let route: ServerRoute
    if case .success(let streamed) = withoutBody, streamed.isStreamed {
      route = streamed
    } else {
      data.body = try await request.body.bytes(upTo: Self.bodyLimit)
      route = data.body.isEmpty ? try withoutBody.get() : try router.match(data)
    }
    if let scope = route.scope { try visitor.require(scope) }
    return try await withDependencies {
      $0.database = visitor.library.database
      $0.libraryFolder = visitor.library.folder
    } operation: {
      try await answer(to: route, request, visitor, &visit)
    }
  }

  private func answer(
    to route: ServerRoute, _ request: HTTPRequest, _ visitor: Visitor, _ visit: inout Visit
  ) async throws -> HTTPResponse {
    switch route {
    case .events: events(request, of: visitor.library)
    case .health, .openAPI, .ready: try await openAnswer(to: route, request)
    case .jobs: try await TranscriptsMiddleware().jobs(request)
    case .mcp(let message):
      await MCPMiddleware(scopes: visitor.scopes)
        .answer(message, request, failure: &visit.failure)
    case .memos(.list(let list)): try await MemosMiddleware().list(list, request)
    case .memos(.memo(let id, let route)):
      switch route {
      case .audio: try await AudioMiddleware().get(id, request)
      case .cancelTranscription: try await TranscriptsMiddleware().cancel(id)
      case .change(let change): try await MemosMiddleware().change(id, change, request)
      case .get: try await MemosMiddleware().get(id, request)
      case .restore: try await MemosMiddleware().restore(id, request)
      case .transcribe(let wanted): try await TranscriptsMiddleware().transcribe(id, wanted)
      case .transcript(let wanted): try await TranscriptsMiddleware().get(id, wanted, request)
      case .trash: try await MemosMiddleware().trash(id, request)
      }
    case .openAI(let route):
      try await answer(to: route, request, keeps: visitor.scopes.contains(.keep))
    case .metrics: try await MetricsMiddleware(visitor.library.metrics).get()
    case .uploads(let route): try await answer(to: route, request)
    case .search(let search): try await SearchMiddleware().search(search, request)
    }
  }

  private func answer(
    to route: OpenAIRoute, _ request: HTTPRequest, keeps: Bool
  ) async throws -> HTTPResponse {
    let visit = Visit(method: request.method, path: String(request.path), status: .ok)
    let middleware = TranscriptionsMiddleware(keeps: keeps) { [log] failure in
      var visit = visit
      visit.failure = failure
      visit.status = .internalServerError
      log(visit)
    }
    return switch route {
    case .model(let name): try await middleware.model(name)
    case .models: try await middleware.models()
    case .transcriptions: try await middleware.transcribe(request)
    case .translations: try middleware.translate()
    }
  }

  private func events(_ request: HTTPRequest, of library: SiteConfig.Library) -> HTTPResponse {
    let stream = library.events.stream(after: request.headers["Last-Event-ID"])
    return .events {
      var iterator = stream.makeAsyncIterator()
      return await iterator.next().map { $0[...] }
    }
  }

  /// Ends what would go on for as long as its client listens, so that the server can stop.
  public func endStreams() {
    for library in config.libraries { library.events.finish() }
  }

  private func answer(
    to route: UploadsRoute, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let middleware = UploadsMiddleware()
    return switch route {
    case .append(let id): try await middleware.append(to: id, request)
    case .create: try await middleware.create(request)
    case .options: middleware.options()
    case .remove(let id): try middleware.remove(id, request)
    case .status(let id): try await middleware.status(id)
    }
  }

  /// What everybody may know.
  private func openAnswer(
    to route: ServerRoute, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    if route == .openAPI { return request.reply(OpenAPIDocument.bytes, as: "application/json") }
    if route == .ready {
      // That it can be read is all that is asked.
      for library in config.libraries {
        _ = try await library.database.recordings(matching: RecordingQuery(limit: 1))
      }
    }
    return HTTPResponse(text: route == .ready ? "ready\n" : "ok\n")
  }
}

extension ServerProblem {
  /// Why no route is meant.
  fileprivate init(_ error: RouteError) {
    switch error {
    case .malformed(let reason): self.init(.badRequest, "Malformed", detail: reason)
    case .noMatch:
      self.init(.notFound, "Not found", detail: "there is nothing at this address")
    case .otherMethods(let methods):
      let names = methods.map(\.rawValue).joined(separator: ", ")
      self.init(.methodNotAllowed, "Another method", detail: "here one can \(names)")
    }
  }
}

extension HTTPRequest {
  /// Its method, as routes have it. tus has another way to say it, for what lies between and knows
  /// only some.
  fileprivate var routeMethod: HTTPMethod {
    if method == .head { return .get }
    guard method == .post, path.hasPrefix("/api/uploads/"),
      let other = headers["X-HTTP-Method-Override"]
    else { return method }
    return HTTPMethod(rawValue: other)
  }
}
