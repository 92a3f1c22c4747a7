import NetworkAddresses
import Testing

struct IPAddressTests {
  @Test("An address parses in any notation; other text is refused")
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

  @Test("Private and reserved addresses are not public")
  func publicAddresses() throws {
    for text in ["8.8.8.8", "172.32.0.1", "2606:4700::1111", "::ffff:1.1.1.1", "192.0.1.1"] {
      #expect(try #require(IPAddress(text)).isPublic, "\(text)")
    }
    for text in [
      "0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1",
      "192.168.1.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "fd00::1",
      "fe80::1", "ff02::1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001::1", "::ffff:10.0.0.1",
    ] {
      #expect(try !#require(IPAddress(text)).isPublic, "\(text)")
    }
  }

  @Test("A host on the internet has a public address, or a name with a domain")
  func publicHosts() {
    for host in ["example.org", "8.8.8.8", "[2606:4700::1111]", "hooks.EXAMPLE.org."] {
      #expect(host.isPublicHost, "\(host)")
    }
    for host in [
      "", "localhost", "a.localhost", "database", "printer.local", "x.internal", "127.0.0.1",
      "[::1]", "2130706433", "0x7f.1", "127.1", "nas.lan",
    ] {
      #expect(!host.isPublicHost, "\(host)")
    }
  }

  @Test("Local addresses are distinguished from others")
  func loopback() throws {
    for (text, isLoopback) in [
      ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("::ffff:127.0.0.1", true),
      ("::2", false), ("::", false), ("192.0.2.127", false), ("128.0.0.1", false),
    ] {
      #expect(try #require(IPAddress(text)).isLoopback == isLoopback, "\(text)")
    }
  }

  @Test("All addresses of one IPv6 customer are equal")
  func customers() {
    #expect(IPAddress("2001:db8:1:2:3::4")?.network == IPAddress("2001:db8:1:2:ffff::")?.network)
    #expect(IPAddress("2001:db8:1:2::")?.network != IPAddress("2001:db8:1:3::")?.network)
    #expect(IPAddress("192.0.2.1")?.network != IPAddress("192.0.2.2")?.network)
  }

  @Test("A loopback host is localhost or a loopback address, not a name that begins like one")
  func loopbackHosts() {
    for host in [
      "localhost", "LocalHost", "127.0.0.1", "127.255.0.9", "::1", "[::1]", "0:0:0:0:0:0:0:1",
      "[::ffff:127.0.0.1]",
    ] {
      #expect(host.isLoopbackHost, "\(host)")
    }
    for host in [
      "", "127.", "127.1", "127.example.com", "127.0.0.1.example.com", "localhost.example.com",
      "1127.0.0.1", "127.0.0.256", "2130706433", "0.0.0.0", "::", "::1%lo", "[localhost", "[]",
    ] {
      #expect(!host.isLoopbackHost, "\(host)")
    }
  }
}
