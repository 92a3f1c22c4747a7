import Cpq

public struct PostgresAddress: Equatable, Sendable, CustomStringConvertible {
  let parameters: [String: String]
  /// Set after connecting: PgBouncer refuses the startup parameter `options`.
  let settings: [PostgresSetting]

  /// Parses a libpq URI or keyword string. Missing parts come from `PGHOST` and the like, and the
  /// password from `~/.pgpass`. Throws if the text is invalid or libpq is not installed.
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
    settings = []
  }

  private init(parameters: [String: String], settings: [PostgresSetting]) {
    self.parameters = parameters
    self.settings = settings
  }

  public func with(user: String) -> Self {
    var parameters = parameters
    parameters["user"] = user
    parameters["password"] = nil
    return Self(parameters: parameters, settings: settings)
  }

  public func with(database: String) -> Self {
    var parameters = parameters
    parameters["dbname"] = database
    return Self(parameters: parameters, settings: settings)
  }

  public func with(host: String) -> Self {
    var parameters = parameters
    parameters["host"] = host
    parameters["hostaddr"] = nil
    return Self(parameters: parameters, settings: settings)
  }

  public func with(setting name: StaticString, _ value: StaticString) -> Self {
    Self(
      parameters: parameters,
      settings: settings + [PostgresSetting("\(name)", "\(value)")])
  }

  /// Without the password.
  public var description: String {
    let user = parameters["user"].map { "\($0)@" } ?? ""
    let port = parameters["port"].map { ":\($0)" } ?? ""
    let host = parameters["host"] ?? parameters["hostaddr"] ?? ""
    return "postgres://\(user)\(host)\(port)/\(parameters["dbname"] ?? parameters["user"] ?? "")"
  }
}

func loadLibPQ() throws(PostgresError) {
  if let failure = load_pq() { throw PostgresError(.other, String(cString: failure)) }
}
