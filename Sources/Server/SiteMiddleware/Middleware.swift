import HTTPMessages

/// A part of the chain. It may change the request or the response, or respond by itself.
typealias Middleware = @Sendable (HTTPRequest, _ next: Responder) async throws -> HTTPResponse
typealias Responder = @Sendable (HTTPRequest) async throws -> HTTPResponse

/// Wraps a responder in middleware, of which the first receives a request first.
func chain(_ parts: [Middleware], to responder: @escaping Responder) -> Responder {
  parts.reversed().reduce(responder) { next, part in
    { request in try await part(request, next) }
  }
}
