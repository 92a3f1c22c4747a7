import Forwarding
import HTTPMessages
import Testing

struct IPAddressTests {
  @Test("An address is what it says, however it is written; other texts are none")
  func addresses() throws {
    #expect(IPAddress("::ffff:192.0.2.1") == IPAddress("192.0.2.1"))
    #expect(IPAddress("2001:DB8:0:0::1")?.description == "2001:db8::1")
    #expect(IPAddress("::ffff:192.0.2.1")?.description == "192.0.2.1")
    for text in ["", "unknown", "192.0.2", "192.0.2.256", "[::1]", "192.0.2.1:80", "::g"] {
      #expect(IPAddress(text) == nil, "'\(text)'")
    }
  }

  @Test("A network has the addresses that begin as it does")
  func networks() throws {
    func contains(_ network: String, _ address: String) throws -> Bool {
      try #require(IPNetwork(network)).contains(try #require(IPAddress(address)))
    }
    #expect(try contains("172.16.0.0/12", "172.31.255.255"))
    #expect(try !contains("172.16.0.0/12", "172.32.0.0"))
    #expect(try contains("192.0.2.1", "::ffff:192.0.2.1"))
    #expect(try !contains("192.0.2.1", "192.0.2.2"))
    #expect(try contains("0.0.0.0/0", "8.8.8.8") && !contains("0.0.0.0/0", "::1"))
    #expect(try contains("fd00::/8", "fdff::1") && !contains("fd00::/8", "fe00::1"))
    #expect(try contains("::ffff:10.0.0.0/104", "10.1.2.3"))
    for text in ["", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8/8", "::/129", "home"] {
      #expect(IPNetwork(text) == nil, "'\(text)'")
    }
  }

  @Test("What only this machine has is told from what others have, too")
  func loopback() throws {
    for (text, isLoopback) in [
      ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true),
      ("::2", false), ("::", false), ("192.0.2.127", false), ("128.0.0.1", false),
    ] {
      #expect(try #require(IPAddress(text)).isLoopback == isLoopback, "\(text)")
    }
  }

  @Test("All addresses of one customer of a network are one")
  func customers() {
    #expect(IPAddress("2001:db8:1:2:3::4")?.network == IPAddress("2001:db8:1:2:ffff::")?.network)
    #expect(IPAddress("2001:db8:1:2::")?.network != IPAddress("2001:db8:1:3::")?.network)
    #expect(IPAddress("192.0.2.1")?.network != IPAddress("192.0.2.2")?.network)
  }
}

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
    "The client is the last one whom a named proxy has it from that is no proxy itself",
    arguments: [
      ("10.0.0.1", "192.0.2.7", "192.0.2.7"), ("10.0.0.1", "1.1.1.1, 192.0.2.7", "192.0.2.7"),
      ("10.0.0.1", "1.1.1.1, 192.0.2.7, 10.0.0.2", "192.0.2.7"),
      ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
      ("10.0.0.1", "192.0.2.7:5000", "192.0.2.7"),
      ("10.0.0.1", "[2001:db8::1]:5000", "2001:db8::1"),
      ("10.0.0.1", "[2001:db8::1]", "2001:db8::1"), ("10.0.0.1", "192.0.2.7, unknown", "10.0.0.1"),
      ("10.0.0.1", "", "10.0.0.1"), ("::ffff:10.0.0.1", "192.0.2.7", "192.0.2.7"),
      // Nobody has named these.
      ("192.0.2.9", "127.0.0.1", "192.0.2.9"), ("", "127.0.0.1", ""),
    ])
  func client(peer: String, field: String, expected: String) {
    let request = forwarded(from: peer, ["X-Forwarded-For": field], by: ["10.0.0.0/24"])
    #expect(request.peer.address == expected)
  }

  @Test("The scheme and the host are those of the client's side of the proxies")
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
