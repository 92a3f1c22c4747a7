/// For how long a server is waited for.
public struct PostgresLimits: Equatable, Sendable {
  /// How long making a connection may take.
  public var connecting: Duration = .seconds(5)
  /// How long a server that is being restarted, or cannot be reached for another reason, is tried
  /// again, once it was there.
  public var reconnecting: Duration = .seconds(15)
  /// How long one statement may take.
  public var statement: Duration = .seconds(30)
  /// How long to wait for one of the connections to become free, and for what others have locked.
  public var waiting: Duration = .seconds(10)

  public init() {}

  /// What the server is told.
  var options: String {
    let (statement, waiting) = (
      Int(statement / .milliseconds(1)), Int(waiting / .milliseconds(1))
    )
    // Nothing here is worth compiling. Who dies in the midst of something keeps others waiting for so
    // long at most.
    return """
      -c statement_timeout=\(statement) -c lock_timeout=\(waiting) -c jit=off \
      -c idle_in_transaction_session_timeout=\(statement)
      """
  }

  /// What the server is told for a transaction in which statements may take longer, and what is done
  /// between them.
  static func settings(_ limit: Duration) -> [PostgresSetting] {
    ["statement_timeout", "idle_in_transaction_session_timeout"].map {
      PostgresSetting($0, "\(Int(limit / .milliseconds(1)))")
    }
  }
}
