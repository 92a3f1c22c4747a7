import Foundation
import HTTPMessages
import LinksMiddleware
import ServerRouter

/// Refuses DNS rebinding and cross-site requests, except of `origins` for the OpenAI routes.
func refuseOtherSites(names: Set<String>, origins: Set<String>) -> Middleware {
  { request, next in
    let hosts = request.headers.values(of: "Host")
    // Load balancers check over HTTP/1.0, which has no Host.
    guard !hosts.isEmpty || !["/health", "/ready"].contains(request.path)
    else { return try await next(request) }
    guard hosts.count == 1, let host = hosts.first.flatMap(Host.init)
    else {
      throw ServerProblem(.badRequest, .invalidHost, detail: "send exactly one 'Host: …' header")
    }
    guard host.isSafe || names.contains(host.name)
    else {
      throw ServerProblem(
        .misdirectedRequest, .unknownHost,
        detail: "this server is not known as '\(host.name)': start it with '--name \(host.name)'")
    }
    guard !request.isFromPage(of: origins), !request.followsLink
    else { return try await next(request) }
    let isOfThisSite = request.headers["Origin"].map(host.isOrigin) ?? true
    guard isOfThisSite, request.headers["Sec-Fetch-Site"] != "cross-site"
    else {
      throw ServerProblem(
        .forbidden, .crossSiteRequest,
        detail: "pages of other sites are not allowed to use this server")
    }
    return try await next(request)
  }
}

extension HTTPRequest {
  /// True for share links, and the page from a link: they change nothing. The page can't be framed.
  fileprivate var followsLink: Bool {
    guard [.get, .head].contains(method)
    else { return false }
    return LinkPath.redacted(path) != nil
      || path == "/" && headers["Sec-Fetch-Mode"] == "navigate" && headers["Origin"] == nil
  }
}

private struct Host {
  let name: String
  let port: Int?

  init?(_ text: String) {
    let isBracketed = text.hasPrefix("[")
    let end = isBracketed ? text.firstIndex(of: "]") : text.firstIndex(of: ":") ?? text.endIndex
    guard let end
    else { return nil }
    let rest = isBracketed ? text[end...].dropFirst() : text[end...]
    guard rest.isEmpty || rest.hasPrefix(":")
    else { return nil }
    name = (isBracketed ? text[..<end].dropFirst() : text[..<end]).lowercased()
    port = Int(rest.dropFirst())
    guard !name.isEmpty, rest.count <= 1 || port != nil
    else { return nil }
  }

  func isOrigin(_ text: String) -> Bool {
    guard let url = URL(string: text)
    else { return false }
    return url.host?.lowercased() == name && url.port == port
  }

  /// `localhost` and IP addresses can't be the result of DNS rebinding.
  var isSafe: Bool {
    if name == "localhost" || name.utf8.contains(UInt8(ascii: ":")) { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
