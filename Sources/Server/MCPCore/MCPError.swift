struct MCPError: Encodable, Error {
  enum Code: Int, Encodable {
    case headerMismatch = -32020
    case `internal` = -32603
    case invalidParams = -32602
    case invalidRequest = -32600
    case methodNotFound = -32601
    case parse = -32700
    case unsupportedVersion = -32022
  }

  struct Versions: Encodable {
    let requested: String
    let supported: [String]
  }

  let code: Code
  let message: String
  private(set) var data: Versions?

  init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  static func unsupported(_ version: String, supported: [String]) -> Self {
    var error = Self(.unsupportedVersion, "Unsupported protocol version")
    error.data = Versions(requested: version, supported: supported)
    return error
  }
}
