import HTTPMessages
import MiddlewareHelpers
import ServerConfigMiddleware
import ServerRouter
import SessionMiddleware
import SettingsMiddleware
import TokenCore
import TokensMiddleware
import VoicesMiddleware

extension SiteMiddleware {
  func administer(
    _ route: ServerRoute, _ request: HTTPRequest, _ visitor: Visitor
  ) async throws -> HTTPResponse {
    switch route {
    case .session(let route): try await answer(to: route, request, visitor)
    case .settings(.change(let change)): try await SettingsMiddleware().change(change, request)
    case .settings(.get): try SettingsMiddleware().get(request)
    case .tokens(let route): try await answer(to: route, request, of: visitor.library)
    case .voices(let route): try await answer(to: route, request)
    default:
      try await ServerConfigMiddleware(visitor.library.engine, limits: clientLimits)
        .get(token: visitor.name, scopes: visitor.scopes, request)
    }
  }

  private func answer(
    to route: TokensRoute, _ request: HTTPRequest, of library: SiteConfig.Library
  ) async throws -> HTTPResponse {
    let middleware = TokensMiddleware(library.tokenWatch)
    return switch route {
    case .add(let wanted): try await middleware.add(wanted)
    case .list: try await middleware.list(request)
    case .remove(let name): try await middleware.remove(name)
    }
  }

  private func answer(
    to route: VoicesRoute, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let middleware = VoicesMiddleware()
    return switch route {
    case .forget(let wanted): try await middleware.forget(wanted)
    case .list: try await middleware.list(request)
    case .remember(let wanted): try await middleware.remember(wanted)
    }
  }

  private func answer(
    to route: SessionRoute, _ request: HTTPRequest, _ visitor: Visitor
  ) async throws -> HTTPResponse {
    let middleware = SessionMiddleware(visitor.library.tokenWatch)
    return switch route {
    case .begin:
      try await middleware.begin(token: visitor.token, scopes: visitor.scopes, request)
    case .end(let end): try await middleware.end(end, token: visitor.token, request)
    }
  }

  private var clientLimits: ServerDescription.Limits {
    ServerDescription.Limits(
      bodyByteCount: Self.bodyLimit, memoCount: MemoListRequest.maximumLimit,
      memoIDCount: MemoIDs.maximumCount,
      requestsPerSecond: config.requestLimit.map { Int($0.rate) },
      uploadByteCount: ReceivedFile.byteLimit)
  }

  /// Ends when the client's token is revoked.
  func events(_ request: HTTPRequest, _ visitor: Visitor) -> HTTPResponse {
    let library = visitor.library
    var watch: TokenWatch.Watch?
    let stream = library.events.stream(after: request.headers["Last-Event-ID"]) { end in
      watch = visitor.token.map { library.tokenWatch.watch($0, whenRevoked: end) }
    }
    return .events { [watch] in
      var iterator = stream.makeAsyncIterator()
      let event = await iterator.next()
      withExtendedLifetime(watch) {}
      return event.map { $0[...] }
    }
  }
}

extension HTTPResponse {
  /// Ends an upgraded connection when the visitor's token is revoked.
  func under(_ visitor: Visitor) -> Self {
    guard case .upgrade(let speak) = content, let token = visitor.token
    else { return self }
    var response = self
    response.content = .upgrade { connection in
      await visitor.library.tokenWatch.whileValid(token) { await speak(connection) }
    }
    return response
  }
}
