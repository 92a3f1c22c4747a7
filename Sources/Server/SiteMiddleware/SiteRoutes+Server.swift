import HTTPMessages
import MiddlewareHelpers
import ServerConfigMiddleware
import ServerRouter
import TokenCore
import TokensMiddleware
import TranscriptsMiddleware

extension SiteRoutes {
  func server(_ request: HTTPRequest, _ client: AuthorizedClient) async throws -> HTTPResponse {
    try await ServerConfigMiddleware(
      client.library.engine,
      limits: ServerDescription.Limits(
        bodyByteCount: Self.bodyLimit, memoCount: MemoListRequest.maximumLimit,
        memoIDCount: MemoIDs.maximumCount,
        requestsPerSecond: config.requestLimit.map { Int($0.rate) },
        uploadByteCount: ReceivedFile.byteLimit)
    )
    .get(token: client.token?.name, scopes: client.scopes, request)
  }

  func answer(
    to route: SettingsRoute, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    switch route {
    case .change(let change): try await SettingsMiddleware().change(change, request)
    case .get: try SettingsMiddleware().get(request)
    }
  }

  func answer(
    to route: TokensRoute, _ request: HTTPRequest, of library: SiteConfig.Library
  ) async throws -> HTTPResponse {
    let middleware = TokensMiddleware(library.tokenWatch)
    return switch route {
    case .add(let wanted): try await middleware.add(wanted)
    case .list: try await middleware.list(request)
    case .remove(let name): try await middleware.remove(name)
    }
  }

  func answer(
    to route: VoicesRoute, _ request: HTTPRequest
  ) async throws -> HTTPResponse {
    let middleware = VoicesMiddleware()
    return switch route {
    case .forget(let wanted): try await middleware.forget(wanted)
    case .list: try await middleware.list(request)
    case .remember(let wanted): try await middleware.remember(wanted)
    }
  }

  func answer(
    to route: SessionRoute, _ request: HTTPRequest, _ client: AuthorizedClient
  ) async throws -> HTTPResponse {
    let middleware = SessionMiddleware(client.library.tokenWatch)
    return switch route {
    case .begin:
      try await middleware.begin(token: client.token, scopes: client.scopes, request)
    case .end(let end): try await middleware.end(end, token: client.token, request)
    }
  }

  /// Ends when the client's token is revoked.
  func events(_ request: HTTPRequest, _ client: AuthorizedClient) -> HTTPResponse {
    let library = client.library
    var watch: TokenWatch.Watch?
    let stream = library.events.stream(after: request.headers["Last-Event-ID"]) { end in
      watch = client.token.map { library.tokenWatch.watch($0, onRevocation: end) }
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
  /// Ends an upgraded connection when the client's token is revoked.
  func endingOnRevocation(of client: AuthorizedClient) -> Self {
    guard case .upgrade(let handler) = content, let token = client.token
    else { return self }
    var response = self
    response.content = .upgrade { connection in
      await client.library.tokenWatch.whileValid(token) { await handler(connection) }
    }
    return response
  }
}
