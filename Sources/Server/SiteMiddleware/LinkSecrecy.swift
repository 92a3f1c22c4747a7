import HTTPMessages
import LinksMiddleware

/// Keeps links, whose URLs contain a secret, out of caches, search engines and other sites' logs.
@Sendable
func hideLinks(_ request: HTTPRequest, _ next: Responder) async throws -> HTTPResponse {
  var response = try await next(request)
  if LinkPath.redacted(request.path) != nil {
    response.headers["Cache-Control"] = "private, no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.headers["X-Robots-Tag"] = "noindex"
  }
  return response
}
