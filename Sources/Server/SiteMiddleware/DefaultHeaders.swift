import HTTPMessages

@Sendable
func addDefaultHeaders(_ request: HTTPRequest, _ next: Responder) async throws -> HTTPResponse {
  var response = try await next(request)
  response.headers["X-Content-Type-Options"] = "nosniff"
  response.headers["Cache-Control"] = response.headers["Cache-Control"] ?? "private, no-cache"
  return response
}
