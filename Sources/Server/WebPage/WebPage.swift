import Dependencies
public import HTTPMessages
import MiddlewareHelpers
public import ServerRouter
import SoundCore

public enum WebPage {
  /// Allows only files of this server, media from the audio store, and no inline code.
  private static var policy: String {
    @Dependency(\.soundFiles) var soundFiles
    let sources = ["'self'", "blob:"] + soundFiles.linkOrigins()
    return """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
      media-src \(sources.joined(separator: " ")); connect-src 'self'; manifest-src 'self'; \
      worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'
      """
  }

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
    else { throw ServerProblem.notFound("the web page has no file '\(name)'") }
    var response = response(with: file, request)
    response.headers["Content-Security-Policy"] = policy
    response.headers["Permissions-Policy"] = "camera=(), geolocation=(), microphone=(self)"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
  }

  private static func response(with file: PageFile, _ request: HTTPRequest) -> HTTPResponse {
    let headers: HTTPHeaders = ["ETag": file.tag.description]
    guard !request.knows(file.tag)
    else { return HTTPResponse(.notModified, headers: headers) }
    var response = HTTPResponse(headers: headers, content: .bytes(file.bytes))
    response.headers["Content-Type"] = file.mediaType
    if request.acceptsGzip, let compressed = file.compressed, compressed.count < file.bytes.count {
      response.headers["Content-Encoding"] = "gzip"
      response.content = .bytes(compressed)
    }
    return response
  }

  public static func shared(_ request: HTTPRequest) throws -> HTTPResponse {
    try response(to: .file("shared.html"), request)
  }

  public static func isWanted(by request: HTTPRequest) -> Bool {
    request.headers.list(of: "Accept").contains { $0.hasPrefix("text/html") }
  }
}
