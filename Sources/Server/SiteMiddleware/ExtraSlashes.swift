import HTTPMessages
import WebPage

/// Accepts extra slashes of joined URLs. Browsers are redirected: the page's links are relative.
@Sendable
func removeExtraSlashes(_ request: HTTPRequest, _ next: Responder) async throws -> HTTPResponse {
  let parts = request.path.split(separator: "/")
  let path = "/" + parts.joined(separator: "/")
  guard request.path.hasPrefix("/"), path != request.path
  else { return try await next(request) }
  let query = request.target.dropFirst(request.path.count)
  if [.get, .head].contains(request.method), WebPage.isWanted(by: request) {
    // Relative, because a proxy may serve this site below a path.
    let depth = request.path.count { $0 == "/" } - 1
    return HTTPResponse(
      .temporaryRedirect,
      headers: ["Location": String(repeating: "../", count: depth) + path.dropFirst() + query])
  }
  var request = request
  request.target = path + query
  return try await next(request)
}
