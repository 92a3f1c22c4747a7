import NetworkAddresses
import Testing

struct ListenerTests {
  @Test("A listener has a numeric address and a port, and prints as it was parsed")
  func texts() {
    #expect(Listener("127.0.0.1:8080") == Listener(port: 8080))
    #expect(Listener("[::1]:0") == Listener(host: "::1"))
    #expect(Listener(tcp: "tcp://[::1]:0") == Listener(host: "::1"))
    for text in ["127.0.0.1:8080", "[::1]:0", "0.0.0.0:65535"] {
      #expect(Listener(text)?.description == text)
    }
    for text in ["", "127.0.0.1", "home:80", "::1:80", "127.0.0.1:65536", "tcp://127.0.0.1:80"] {
      #expect(Listener(text) == nil, "'\(text)'")
    }
  }

  @Test("Only a loopback address is this machine alone")
  func loopback() {
    #expect(Listener().isLoopback && Listener(host: "::1").isLoopback)
    #expect(!Listener(host: "0.0.0.0").isLoopback && !Listener(host: "::").isLoopback)
  }
}
