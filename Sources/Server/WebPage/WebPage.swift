import Dependencies
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
import SoundCore

/// The web page: plain HTML, CSS and modules of JavaScript, which are in this program.
public enum WebPage {
  /// What a browser may do with them: nothing but what comes from here, or as sound from where it is
  /// kept, and no code in the page.
  private static var policy: String {
    @Dependency(\.soundFiles) var soundFiles
    let sources = ["'self'", "blob:"] + soundFiles.linkOrigins()
    return """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
      media-src \(sources.joined(separator: " ")); connect-src 'self'; manifest-src 'self'; \
      worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """
  }

  /// One of the page's files.
  ///
  /// - Throws: A ``ServerProblem`` where there is none of that name.
  public static func response(
    to route: PageRoute, _ request: HTTPRequest
  ) throws -> HTTPResponse {
    let name =
      switch route {
      case .index: "index.html"
      case .manifest: "manifest.webmanifest"
      case .worker: "worker.js"
      case .file(let name): name
      }
    guard let file = files[name]
    else {
      throw ServerProblem(
        .notFound, "Not found", detail: "the web page has no file '\(name)'")
    }
    return response(file, request)
  }

  /// The page that a link to one memo opens in a browser.
  public static func shared(_ request: HTTPRequest) throws -> HTTPResponse {
    try response(to: .file("shared.html"), request)
  }

  /// Whether a person follows a link, and no program.
  public static func isWanted(by request: HTTPRequest) -> Bool {
    request.headers.list(of: "Accept").contains { $0.hasPrefix("text/html") }
  }

  private static func response(_ file: PageFile, _ request: HTTPRequest) -> HTTPResponse {
    var response = request.reply(file.bytes, as: file.mediaType)
    response.headers["Content-Security-Policy"] = policy
    response.headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=(self)"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
  }
}
