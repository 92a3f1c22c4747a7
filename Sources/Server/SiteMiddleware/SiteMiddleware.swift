import Dependencies
public import HTTPMessages
import HostedLibraries
import MiddlewareHelpers
import ServerRouter

public struct SiteMiddleware: Sendable {
  private let responder: Responder
  private let routes: SiteRoutes

  public init(_ config: SiteConfig, log: @escaping @Sendable (AccessLogEntry) -> Void = { _ in }) {
    let routes = SiteRoutes(config, log: log)
    self.routes = routes
    responder = chain(
      [
        useAudio(of: config.databaseLibraries?.hosted),
        trustProxies(config.proxies),
        addTrace,
        logRequests(countingIn: { config.usage(of: $0) }, log),
        compressText,
        addDefaultHeaders,
        addRateLimit,
        hideLinks,
        removeExtraSlashes,
        speakTus,
        allowPages(of: config.origins),
        answerProblems,
        refuseOtherSites(names: config.hostNames, origins: config.origins),
        answerPreflights(from: config.origins),
        checkReadPreconditions,
      ], to: routes.respond)
  }

  public func respond(to request: HTTPRequest) async -> HTTPResponse {
    do {
      return try await responder(request)
    } catch {
      return HTTPResponse(ServerProblem(error))
    }
  }

  /// Ends event streams and websockets, so that the server can stop.
  public func endStreams() { routes.endStreams() }
}

/// Requests run on separate threads, which don't inherit the audio store.
private func useAudio(of libraries: HostedLibraries?) -> Middleware {
  { request, next in
    guard let libraries
    else { return try await next(request) }
    return try await withDependencies {
      $0.useAudio(of: libraries)
    } operation: {
      try await next(request)
    }
  }
}
