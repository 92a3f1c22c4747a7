/// Why an event failed. The session stays open.
public struct RealtimeProblem: Error, Hashable, Sendable {
  public enum Kind: String, Sendable {
    case client = "invalid_request_error"
    case server = "server_error"
  }

  public var kind: Kind
  public var code: String
  public var message: String
  public var parameter: String?

  public init(_ code: String, _ message: String, parameter: String? = nil, kind: Kind = .client) {
    self.code = code
    self.kind = kind
    self.message = message
    self.parameter = parameter
  }

  static func badValue(_ parameter: String, _ message: String) -> Self {
    Self("invalid_value", message, parameter: parameter)
  }
}
