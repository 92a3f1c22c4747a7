import Dependencies
import HTTPMessages
import MiddlewareHelpers
import ServerConfigMiddleware
import ServerRouter
import TokenCore

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

  /// Ends with the client's token.
  func events(_ request: HTTPRequest, _ client: AuthorizedClient) -> HTTPResponse {
    let library = client.library
    var watch: TokenWatch.Watch?
    let stream = library.events.stream(after: request.headers["Last-Event-ID"]) { end in
      watch = client.token.map { library.tokenWatch.watch($0, onEnd: end) }
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
  func ending(with client: AuthorizedClient) -> Self {
    guard case .upgrade(let handler) = content, let token = client.token
    else { return self }
    var response = self
    response.content = withEscapedDependencies { dependencies in
      .upgrade { connection in
        await dependencies.yield {
          await client.library.tokenWatch.whileValid(token) { await handler(connection) }
        }
      }
    }
    return response
  }
}
