public import HTTPMessages

/// Why a request was not done, for who sent it: a problem document of RFC 9457.
public struct ServerProblem: Codable, Equatable, Error, Sendable {
  /// What is wrong with this request and what to do, in one line.
  public var detail: String
  public var status: HTTPStatus
  /// What kind of problem it is, the same each time.
  public var title: String

  public init(_ status: HTTPStatus, _ title: String, detail: String) {
    self.detail = detail
    self.status = status
    self.title = title
  }
}
