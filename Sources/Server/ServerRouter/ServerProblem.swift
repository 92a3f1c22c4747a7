public import HTTPMessages

/// An error response, as a problem document of RFC 9457.
public struct ServerProblem: Codable, Equatable, Error, Sendable {
  /// Logged, but not sent.
  public var cause: String?
  /// OpenAI's code for the problem, which its clients compare.
  public var code: String?
  public var detail: String
  /// Added to the response.
  public var headers: HTTPHeaders = [:]
  /// OpenAI's name of the parameter at fault.
  public var parameter: String?
  public var status: HTTPStatus
  public var title: String

  public init(_ status: HTTPStatus, _ title: String, detail: String) {
    self.detail = detail
    self.status = status
    self.title = title
  }

  public static func invalidRequest(_ detail: String) -> Self {
    Self(.badRequest, "Invalid request", detail: detail)
  }

  public static func notFound(_ detail: String) -> Self {
    Self(.notFound, "Not found", detail: detail)
  }

  private enum CodingKeys: CodingKey {
    case detail, status, title
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    (lhs.detail, lhs.status, lhs.title) == (rhs.detail, rhs.status, rhs.title)
  }
}
