import NetworkAddresses
import ServerConfig
import Testing

struct ServerConfigTests {
  @Test("Without a word everything is as usual: for this machine alone")
  func usual() throws {
    let config = try ServerConfig(EnvVars(process: [:]))
    #expect(config == ServerConfig())
    #expect(config.host == "127.0.0.1" && config.port == 8080 && config.rateLimit == 1_000)
    #expect(!config.allowsLocalAccessWithoutToken && !config.allowsPlainHTTP)
  }

  @Test("Everything can be set by the environment alone")
  func everything() throws {
    let process = [
      "SPEECHMEMO_HOST": "0.0.0.0", "SPEECHMEMO_PORT": "443", "SPEECHMEMO_LIBRARIES": "/a b:/c",
      "SPEECHMEMO_CERTIFICATE": "/c.pem", "SPEECHMEMO_KEY": "/k.pem",
      "SPEECHMEMO_NAMES": "Home.example, b", "SPEECHMEMO_ORIGINS": "app://obsidian.md/",
      "SPEECHMEMO_PROXIES": "10.0.0.1 172.16.0.0/12", "SPEECHMEMO_PLAIN_HTTP": "1",
      "SPEECHMEMO_OPEN_ON_LOOPBACK": "yes", "SPEECHMEMO_JOBS": "3",
      "SPEECHMEMO_DATABASE": "postgres://db/memos", "SPEECHMEMO_AUDIO": "s3://memos/speech",
      "SPEECHMEMO_RATE_LIMIT": "0", "SPEECHMEMO_WYOMING": "tcp://127.0.0.1:10300",
    ]
    #expect(Set(process.keys) == Set(ServerSetting.all.map(\.variable)))
    let config = try ServerConfig(EnvVars(process: process))
    var expected = ServerConfig()
    expected.audio = "s3://memos/speech"
    expected.certificate = "/c.pem"
    expected.database = "postgres://db/memos"
    expected.host = "0.0.0.0"
    expected.allowsLocalAccessWithoutToken = true
    expected.allowsPlainHTTP = true
    expected.jobs = 3
    expected.key = "/k.pem"
    expected.libraries = ["/a b", "/c"]
    expected.names = ["home.example", "b"]
    expected.origins = ["app://obsidian.md"]
    expected.port = 443
    expected.proxies = [IPNetwork("10.0.0.1"), IPNetwork("172.16.0.0/12")].compactMap(\.self)
    expected.rateLimit = 0
    expected.wyoming = "tcp://127.0.0.1:10300"
    #expect(config == expected)
  }

  @Test(
    "An invalid value is reported with its variable and an example",
    arguments: [
      ("SPEECHMEMO_PORT", "65536", "from 0 to 65535"),
      ("SPEECHMEMO_PORT", "http", "a whole number from 0 to 65535"),
      ("SPEECHMEMO_JOBS", "0", "from 1 to 1000"), ("SPEECHMEMO_PLAIN_HTTP", "x", "1 or 0"),
      ("SPEECHMEMO_PROXIES", "10.0.0.1,home", "an IP address or a network"),
      ("SPEECHMEMO_RATE_LIMIT", "-1", "from 0 to 1000000"),
    ])
  func wrong(variable: String, text: String, expectation: String) {
    #expect(
      throws: EnvVars.Problem("\(variable) is '\(text)' but must be \(expectation)")
    ) {
      try ServerConfig(EnvVars(process: [variable: text]))
    }
  }

  @Test("A failed load changes nothing")
  func unchanged() throws {
    let proxies = try #require(ServerSetting.all.first { $0.option == "proxy" })
    var config = ServerConfig()
    #expect(proxies.set(["10.0.0.1"], in: &config) == nil)
    let before = config
    #expect(proxies.set(["10.0.0.2", "home"], in: &config) != nil)
    #expect(config == before)
  }
}
