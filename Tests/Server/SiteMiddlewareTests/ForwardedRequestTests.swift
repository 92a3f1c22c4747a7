import HTTPMessages
import NetworkAddresses
import Testing

@testable import SiteMiddleware

struct ForwardedRequestTests {
  private func forwarded(
    from peer: String, _ headers: HTTPHeaders, by proxies: [String]
  ) -> HTTPRequest {
    var headers = headers
    headers["Host"] = "inside:8080"
    return HTTPRequest(.get, "/", headers: headers, peer: HTTPPeer(address: peer))
      .forwarded(by: proxies.compactMap { IPNetwork($0) })
  }

  @Test(
    "The client is the last address in the chain that is not a named proxy",
    arguments: [
      ("10.0.0.1", "192.0.2.7", "192.0.2.7"), ("10.0.0.1", "1.1.1.1, 192.0.2.7", "192.0.2.7"),
      ("10.0.0.1", "1.1.1.1, 192.0.2.7, 10.0.0.2", "192.0.2.7"),
      ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
      ("10.0.0.1", "192.0.2.7:5000", "192.0.2.7"),
      ("10.0.0.1", "[2001:db8::1]:5000", "2001:db8::1"),
      ("10.0.0.1", "[2001:db8::1]", "2001:db8::1"), ("10.0.0.1", "192.0.2.7, unknown", "10.0.0.1"),
      ("10.0.0.1", "", "10.0.0.1"), ("::ffff:10.0.0.1", "192.0.2.7", "192.0.2.7"),
      // These are unnamed.
      ("192.0.2.9", "127.0.0.1", "192.0.2.9"), ("", "127.0.0.1", ""),
    ])
  func client(peer: String, field: String, expected: String) {
    let request = forwarded(from: peer, ["X-Forwarded-For": field], by: ["10.0.0.0/24"])
    #expect(request.peer.address == expected)
  }

  @Test("The scheme and the host are those on the client's side of the proxies")
  func schemeAndHost() {
    let fields: HTTPHeaders = [
      "X-Forwarded-For": "192.0.2.7, 10.0.0.2", "X-Forwarded-Host": "evil.example, home.example, a",
      "X-Forwarded-Proto": "https, http",
    ]
    let request = forwarded(from: "10.0.0.1", fields, by: ["10.0.0.0/24"])
    #expect(request.headers["Host"] == "home.example")
    #expect(request.peer.isEncrypted)
    let stranger = forwarded(from: "192.0.2.9", fields, by: ["10.0.0.0/24"])
    #expect(stranger.headers["Host"] == "inside:8080")
    #expect(!stranger.peer.isEncrypted)
    let silent = forwarded(from: "10.0.0.1", [:], by: ["10.0.0.1"])
    #expect(silent.headers["Host"] == "inside:8080")
  }
}
