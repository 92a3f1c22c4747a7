import Cpq

/// Where a server is, which of its databases is meant, and who asks.
public struct PostgresAddress: Equatable, Sendable, CustomStringConvertible {
  /// What libpq is told, by its own names.
  let parameters: [String: String]

  /// - Parameter text: As libpq takes it: `postgres://user@host:port/database?sslmode=verify-full`,
  ///   or `host=… dbname=…`. What is missing comes from `PGHOST` and the like, and a password from
  ///   `~/.pgpass`.
  /// - Throws: ``PostgresError`` where it is not written so, or libpq is not installed.
  public init(_ text: String) throws(PostgresError) {
    try loadLibPQ()
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(text, &message)
    else {
      let reason = message.map { String(cString: $0) } ?? "out of memory"
      PQfreemem(message)
      throw PostgresError(
        .other, reason.split(separator: "\n").first.map(String.init) ?? reason)
    }
    defer { PQconninfoFree(options) }
    var parameters: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        parameters[String(cString: keyword)] = String(cString: value)
      }
      option += 1
    }
    self.parameters = parameters
  }

  private init(parameters: [String: String]) {
    self.parameters = parameters
  }

  /// The same for another one who asks there.
  public func with(user: String, password: String? = nil) -> Self {
    var parameters = parameters
    parameters["user"] = user
    parameters["password"] = password
    return Self(parameters: parameters)
  }

  /// The same with another database of the server.
  public func with(database: String) -> Self {
    var parameters = parameters
    parameters["dbname"] = database
    return Self(parameters: parameters)
  }

  /// The same, with a setting of the server's for all that is done there.
  public func with(setting name: StaticString, _ value: StaticString) -> Self {
    var parameters = parameters
    parameters["options"] = (parameters["options"].map { "\($0) " } ?? "") + "-c \(name)=\(value)"
    return Self(parameters: parameters)
  }

  /// For people: without a password.
  public var description: String {
    let user = parameters["user"].map { "\($0)@" } ?? ""
    let port = parameters["port"].map { ":\($0)" } ?? ""
    let host = parameters["host"] ?? parameters["hostaddr"] ?? ""
    return "postgres://\(user)\(host)\(port)/\(parameters["dbname"] ?? parameters["user"] ?? "")"
  }
}

/// Loads libpq at the first use.
///
/// - Throws: ``PostgresError`` where it is not installed.
func loadLibPQ() throws(PostgresError) {
  if let failure = load_pq() { throw PostgresError(.other, String(cString: failure)) }
}
