public struct PostgresLimits: Equatable, Sendable {
  public var connecting: Duration = .seconds(5)
  /// The time for which to retry a server that was reachable before.
  public var reconnecting: Duration = .seconds(15)
  public var statement: Duration = .seconds(30)
  public var waiting: Duration = .seconds(10)

  public init() {}

  var sessionSettings: [PostgresSetting] {
    // JIT pays off for none of our queries.
    Self.settings(statement) + [
      PostgresSetting("lock_timeout", "\(Int(waiting / .milliseconds(1)))"),
      PostgresSetting("jit", "off"),
    ]
  }

  /// The locks of a client that died must not outlive the statement limit.
  static func settings(_ limit: Duration) -> [PostgresSetting] {
    ["statement_timeout", "idle_in_transaction_session_timeout"].map {
      PostgresSetting($0, "\(Int(limit / .milliseconds(1)))")
    }
  }
}
