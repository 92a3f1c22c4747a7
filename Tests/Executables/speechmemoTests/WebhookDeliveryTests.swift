import Foundation
import Hashing
import TestWebServer
import Testing

/// Webhooks over a real connection, sent by a process that no command awaits.
struct WebhookDeliveryTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// Sets the webhook, and returns the key that the secret is.
  private func set(_ server: WebServer) throws -> [UInt8] {
    let set = try sandbox.run("settings", "webhook", server.url)
    #expect(set.status == 0, "\(set.error)")
    let secret = try #require(
      set.output.split(separator: "\n").last?.split(separator: " ").last.map(String.init))
    return Array(try #require(Data(base64Encoded: String(secret.dropFirst("whsec_".count)))))
  }

  private func `import`(_ name: String, _ frequency: Int) throws {
    let path = try sandbox.file("\(name).wav", Sound.tone(frequency))
    let imported = try sandbox.run("import", "--no-wait", path)
    #expect(imported.status == 0, "\(imported.error)")
  }

  /// Asks until the process that sends has written down what became of it.
  private func remark(_ isExpected: (String) -> Bool) throws -> String {
    var remark = ""
    for _ in 1...500 {
      remark = try sandbox.run("settings", "webhook").error
      if isExpected(remark) { break }
    }
    return remark
  }

  @Test("Signed events reach a receiver, and the next process resends the rest")
  func delivery() throws {
    let server = try WebServer(answering: .status(503))
    let key = try set(server)
    try `import`("memo", 440)
    let first = try #require(server.requests(waitingFor: 1).first)
    #expect(
      try remark { $0.contains("503") }
        == "webhook: 1 event waiting to be sent: the receiver returned status 503\n")
    let id = first.headers["webhook-id"] ?? ""
    let time = first.headers["webhook-timestamp"] ?? ""
    let code = authenticationCode(of: Array("\(id).\(time).\(first.body)".utf8), key: key)
    #expect(first.headers["webhook-signature"] == "v1,\(Data(code).base64EncodedString())")

    // As if the five seconds had passed.
    _ = try set(server)
    let again = try #require(server.requests(waitingFor: 2).last)
    #expect(again.headers["webhook-id"] == id)
    #expect(again.body == first.body)
    try `import`("other", 500)
    #expect(server.requests(waitingFor: 3).last?.body.contains(#""title":"other""#) == true)
    #expect(try remark(\.isEmpty) == "")
    #expect(try sandbox.run("settings", "webhook", "test").output == "accepted, with status 200\n")
    #expect(server.requests.count == 4)
  }

  @Test("A receiver that does not answer keeps no command waiting")
  func silent() throws {
    let server = try WebServer(answering: .hold)
    _ = try set(server)
    try `import`("memo", 440)
    #expect(server.requests(waitingFor: 1).count == 1)
    // It still waits for its answer.
    #expect(try sandbox.run("settings", "webhook").error == "webhook: 1 event waiting to be sent\n")
    try `import`("other", 500)
    server.release()
    #expect(try remark { $0.contains("nothing") }.contains("Server returned nothing"))
    #expect(try sandbox.run("settings", "webhook", "none").status == 0)
  }

  @Test("Only its owner can read the secret, and the database does not contain it")
  func secret() throws {
    let server = try WebServer()
    let key = try set(server)
    let file = sandbox.home.appendingPathComponent("webhook-secret").path
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let text = Data(key).base64EncodedString()
    for name in try FileManager.default.contentsOfDirectory(atPath: sandbox.home.path)
    where name.hasPrefix("library") || name.hasPrefix("settings") {
      let data = try Data(contentsOf: sandbox.home.appendingPathComponent(name))
      #expect(data.range(of: Data(text.utf8)) == nil, "\(name)")
    }
    for shown in [
      try sandbox.run("settings"), try sandbox.run("settings", "--json"),
      try sandbox.run("settings", "webhook", "-v"),
    ] {
      #expect(!shown.output.contains(text) && !shown.error.contains(text))
    }
  }
}
