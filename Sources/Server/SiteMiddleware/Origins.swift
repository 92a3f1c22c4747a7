import Foundation
import HTTPMessages
import LinksMiddleware
import ServerRouter

/// Refuses DNS rebinding and cross-site requests.
enum Origins {
  static func check(_ request: HTTPRequest, config: SiteConfig) throws(ServerProblem) {
    let hosts = request.headers.values(of: "Host")
    guard hosts.count == 1, let host = hosts.first.flatMap(Host.init)
    else {
      throw ServerProblem(.badRequest, "Invalid host", detail: "send exactly one 'Host: …' header")
    }
    guard host.isSafe || config.hostNames.contains(host.name)
    else {
      throw ServerProblem(
        .misdirectedRequest, "Unknown host",
        detail: "this server is not known as '\(host.name)': start it with '--name \(host.name)'")
    }
    // Links work from any page.
    let isLink = LinkPath.redacted(request.path) != nil && [.get, .head].contains(request.method)
    guard !isAllowedOrigin(request, config: config), !isLink
    else { return }
    let isOfThisSite = request.headers["Origin"].map(host.isOrigin) ?? true
    guard isOfThisSite, request.headers["Sec-Fetch-Site"] != "cross-site"
    else {
      throw ServerProblem(
        .forbidden, "Cross-site request",
        detail: "pages of other sites are not allowed to use this server")
    }
  }

  /// Whether an allowed page uses an OpenAI route. Browsers never add its token by themselves.
  static func isAllowedOrigin(_ request: HTTPRequest, config: SiteConfig) -> Bool {
    request.isForOpenAI && request.headers["Origin"].map(config.origins.contains) ?? false
  }

  static func preflight(_ request: HTTPRequest, config: SiteConfig) -> HTTPResponse? {
    guard request.method == .options, isAllowedOrigin(request, config: config),
      request.headers["Access-Control-Request-Method"] != nil
    else { return nil }
    return HTTPResponse(
      .noContent,
      headers: [
        "Access-Control-Allow-Headers": request.headers["Access-Control-Request-Headers"]
          ?? "authorization, content-type",
        "Access-Control-Allow-Methods": "GET, POST",
        "Access-Control-Max-Age": "600",
      ])
  }

  static func allow(_ request: HTTPRequest, config: SiteConfig, in response: inout HTTPResponse) {
    guard isAllowedOrigin(request, config: config)
    else { return }
    response.headers["Access-Control-Allow-Origin"] = request.headers["Origin"]
    response.headers.add("Vary", "Origin")
  }
}

extension HTTPRequest {
  var isForOpenAI: Bool { path == "/v1" || path.hasPrefix("/v1/") }
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
