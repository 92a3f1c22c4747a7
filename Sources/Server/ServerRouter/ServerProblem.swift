public import HTTPMessages

/// An error response, as a problem document of RFC 9457.
public struct ServerProblem: Codable, Equatable, Error, Sendable {
  /// Logged, but not sent.
  public var cause: String?
  /// The raw value of a ``ProblemCode``, or of a later version's.
  public var code: String?
  public var detail: String
  public var headers: HTTPHeaders = [:]
  /// OpenAI's code for the problem, which its clients compare.
  public var openAICode: String?
  /// OpenAI's name of the parameter at fault.
  public var parameter: String?
  public var status: HTTPStatus
  public var title: String

  public init(_ status: HTTPStatus, _ code: ProblemCode, detail: String) {
    self.code = code.rawValue
    self.detail = detail
    self.status = status
    title = code.title
  }

  public static func invalidRequest(_ detail: String) -> Self {
    Self(.badRequest, .invalidRequest, detail: detail)
  }

  public static func notFound(_ detail: String) -> Self {
    Self(.notFound, .notFound, detail: detail)
  }

  private enum CodingKeys: CodingKey {
    case code, detail, status, title
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    (lhs.detail, lhs.status, lhs.title) == (rhs.detail, rhs.status, rhs.title)
  }
}
