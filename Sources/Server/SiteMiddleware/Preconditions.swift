import HTTPMessages
import MiddlewareHelpers
import ServerRouter
import URLRouting

@Sendable
func checkReadPreconditions(_ request: HTTPRequest, _ next: Responder) async throws -> HTTPResponse
{
  let response = try await next(request)
  guard request.isSafe, response.status.isSuccess || response.status == .notModified
  else { return response }
  try request.requirePreconditions(tag: response.tag)
  guard response.status.isSuccess, request.headers.list(of: "If-None-Match").contains("*")
  else { return response }
  return HTTPResponse(.notModified, headers: response.tag.map { ["ETag": $0.description] } ?? [:])
}

extension ServerRouter {
  /// Checks preconditions before a change. They refer to the response to a GET of the address.
  func requirePreconditions(
    of request: HTTPRequest, to route: ServerRoute,
    read: (ServerRoute, HTTPRequest) async throws -> HTTPResponse
  ) async throws {
    let names = ["If-Match", "If-None-Match"]
    guard !request.isSafe, request.method != .options,
      names.contains(where: { request.headers[$0] != nil })
    else { return }
    guard let current = versionRoute(of: route, request.target)
    else { return try request.requirePreconditions(tag: nil, exists: false) }
    var get = HTTPRequest(.get, request.target, headers: request.headers, peer: request.peer)
    for name in names { get.headers[name] = nil }
    do {
      try request.requirePreconditions(tag: try await read(current, get).tag)
    } catch let problem as ServerProblem where problem.isMissingPart {
      try request.requirePreconditions(tag: nil, exists: false)
    }
  }

  private func versionRoute(of route: ServerRoute, _ target: String) -> ServerRoute? {
    // The version to restore is the memo's.
    if case .memos(.memo(let id, .restore)) = route { return .memos(.memo(id, .get)) }
    return try? match(RouteData(method: .get, target: target))
  }
}

extension HTTPResponse {
  fileprivate var tag: EntityTag? { headers["ETag"].flatMap(EntityTag.init(field:)) }
}
