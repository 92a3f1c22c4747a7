/// What a server answers.
public struct HTTPResponse: Sendable {
  /// What follows the head.
  public enum Content: Sendable {
    /// Bytes that are there.
    case bytes([UInt8])
    /// A part of a file, which the system sends without its passing through the program.
    case file(HTTPFile)
    /// Bytes that are made while they are sent.
    case stream(HTTPBody)
    /// Another protocol, spoken over the same connection from here on.
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

  /// A text, in UTF-8.
  public init(_ status: HTTPStatus = .ok, text: String) {
    self.init(
      status, headers: ["Content-Type": "text/plain; charset=utf-8"],
      content: .bytes(Array(text.utf8)))
  }
}

/// A connection that has left HTTP.
public protocol HTTPConnection: Sendable {
  /// What has come, once something has; `nil` at the end.
  func read() async throws -> ArraySlice<UInt8>?
  /// Sends all of the bytes, and returns when the system has taken them.
  func write(_ bytes: [UInt8]) async throws
}
