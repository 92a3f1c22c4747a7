/// Why a client's event is not done. The session goes on.
public struct RealtimeProblem: Error, Hashable, Sendable {
  /// Whose fault it is.
  public enum Kind: String, Sendable {
    case client = "invalid_request_error"
    case server = "server_error"
  }

  public var kind: Kind
  /// What kind of problem it is, for programs.
  public var code: String
  /// What is wrong and what to do, in one line.
  public var message: String
  /// What of the event it is about.
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
