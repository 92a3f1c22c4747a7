import HTTPMessages
import UploadsMiddleware

/// Supports tus's `X-HTTP-Method-Override` and adds the protocol's version to all responses.
@Sendable
func speakTus(_ request: HTTPRequest, _ next: Responder) async throws -> HTTPResponse {
  guard request.path.hasPrefix("/api/uploads")
  else { return try await next(request) }
  var request = request
  if request.method == .post, request.path.hasPrefix("/api/uploads/"),
    let method = request.headers["X-HTTP-Method-Override"]
  {
    request.method = HTTPMethod(rawValue: method)
  }
  var response = try await next(request)
  response.headers["Tus-Resumable"] = UploadsMiddleware.version
  return response
}
