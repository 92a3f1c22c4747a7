public import HTTPMessages

/// Why a request was not done, for who sent it: a problem document of RFC 9457.
public struct ServerProblem: Codable, Equatable, Error, Sendable {
  /// What the server's log says of it besides. It is not sent.
  public var cause: String?
  /// What is wrong with this request and what to do, in one line.
  public var detail: String
  /// After how long it may go well; a header says it.
  public var retryAfter: Duration?
  public var status: HTTPStatus
  /// What kind of problem it is, the same each time.
  public var title: String

  public init(_ status: HTTPStatus, _ title: String, detail: String) {
    self.detail = detail
    self.status = status
    self.title = title
  }

  private enum CodingKeys: CodingKey {
    case detail, status, title
  }

  /// The same for who sent the request.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    (lhs.detail, lhs.status, lhs.title) == (rhs.detail, rhs.status, rhs.title)
  }
}
