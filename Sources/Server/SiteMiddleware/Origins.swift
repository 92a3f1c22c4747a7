import Foundation
import HTTPMessages
import LinksMiddleware
import ServerRouter

/// What browsers can be led to do by other sites is refused.
enum Origins {
  /// - Throws: A ``ServerProblem`` where the request means another machine, or comes from a page of
  ///   another site.
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
    // What a link opens is for whoever follows it, from whichever page.
    let isLink = LinkPath.redacted(request.path) != nil && [.get, .head].contains(request.method)
    guard !isNamed(request, config: config), !isLink
    else { return }
    let isOfThisSite = request.headers["Origin"].map(host.isOrigin) ?? true
    guard isOfThisSite, request.headers["Sec-Fetch-Site"] != "cross-site"
    else {
      throw ServerProblem(
        .forbidden, "Cross-site request",
        detail: "pages of other sites are not allowed to use this server")
    }
  }

  /// Whether a page sends it that was named, to what such pages may use. They show a token as all
  /// others do: no browser adds it by itself.
  static func isNamed(_ request: HTTPRequest, config: SiteConfig) -> Bool {
    request.isForOpenAI && request.headers["Origin"].map(config.origins.contains) ?? false
  }

  /// What a browser asks for before it sends a named page's request.
  static func preflight(_ request: HTTPRequest, config: SiteConfig) -> HTTPResponse? {
    guard request.method == .options, isNamed(request, config: config),
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

  /// Lets a named page read the answer.
  static func allow(_ request: HTTPRequest, config: SiteConfig, in response: inout HTTPResponse) {
    guard isNamed(request, config: config)
    else { return }
    response.headers["Access-Control-Allow-Origin"] = request.headers["Origin"]
    response.headers.add("Vary", "Origin")
  }
}

extension HTTPRequest {
  /// Whether it is for the addresses of OpenAI's API.
  var isForOpenAI: Bool { path == "/v1" || path.hasPrefix("/v1/") }
}

/// What `Host` says.
private struct Host {
  /// Without brackets, in lower case.
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

  /// Whether a page of that origin came from here.
  func isOrigin(_ text: String) -> Bool {
    guard let url = URL(string: text)
    else { return false }
    return url.host?.lowercased() == name && url.port == port
  }

  /// Whether no name server can have led here: `localhost`, or an address in digits.
  var isSafe: Bool {
    if name == "localhost" || name.utf8.contains(UInt8(ascii: ":")) { return true }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
  }
}
