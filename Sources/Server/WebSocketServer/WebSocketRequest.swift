import HTTPMessages
import ServerRouter
import WebSocketProtocol

struct WebSocketRequest {
  let accept: String
  let protocols: [String]

  init(_ request: HTTPRequest) throws(ServerProblem) {
    func lists(_ field: String, _ word: String) -> Bool {
      request.headers.list(of: field).contains { $0.lowercased() == word }
    }
    guard request.method == .get, lists("Upgrade", "websocket"), lists("Connection", "upgrade")
    else {
      throw .upgradeRequired(
        .webSocketRequired,
        detail: "this address accepts only WebSocket connections: use 'ws://…'")
    }
    guard request.headers.values(of: "Sec-WebSocket-Version") == [WebSocketHandshake.version]
    else {
      throw .upgradeRequired(
        .unsupportedVersion,
        detail: "this server supports WebSocket version \(WebSocketHandshake.version)")
    }
    let keys = request.headers.values(of: "Sec-WebSocket-Key")
    guard keys.count == 1, let accept = keys.first.flatMap(WebSocketHandshake.accept)
    else { throw ServerProblem.invalidRequest("send exactly one 'Sec-WebSocket-Key' of 16 bytes") }
    self.accept = accept
    protocols = request.headers.list(of: "Sec-WebSocket-Protocol")
  }
}

extension ServerProblem {
  fileprivate static func upgradeRequired(_ code: ProblemCode, detail: String) -> Self {
    var problem = Self(.upgradeRequired, code, detail: detail)
    problem.headers = [
      "Sec-WebSocket-Version": WebSocketHandshake.version, "Upgrade": "websocket",
    ]
    return problem
  }
}
