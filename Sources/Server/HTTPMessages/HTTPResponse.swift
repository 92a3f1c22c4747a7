public struct HTTPResponse: Sendable {
  public enum Content: Sendable {
    case bytes([UInt8])
    case file(HTTPFile)
    case stream(HTTPBody)
    case upgrade(@Sendable (any HTTPConnection) async -> Void)
  }

  public var status: HTTPStatus
  public var headers: HTTPHeaders
  public var content: Content

  public init(
    _ status: HTTPStatus = .ok, headers: HTTPHeaders = [:], content: Content = .bytes([])
  ) {
    self.status = status
    self.headers = headers
    self.content = content
  }

  public init(_ status: HTTPStatus = .ok, text: String) {
    self.init(
      status, headers: ["Content-Type": "text/plain; charset=utf-8"],
      content: .bytes(Array(text.utf8)))
  }
}

public protocol HTTPConnection: Sendable {
  /// Waits for the next bytes; `nil` at the end.
  func read() async throws -> ArraySlice<UInt8>?
  /// Returns once the system has accepted all of the bytes.
  func write(_ bytes: [UInt8]) async throws
}
