import NetworkAddresses

public struct ServerSetting: Sendable {
  public enum Kind: Sendable {
    case file
    case flag
    /// Separated by colons in a variable.
    case folders
    /// Separated by commas or white space in a variable.
    case list
    case text
  }

  public let help: String
  public let kind: Kind
  public let option: String
  public let placeholder: String
  fileprivate let read: @Sendable ([String], inout ServerConfig) throws(InvalidValue) -> Void

  private init(
    _ option: String, _ kind: Kind, _ placeholder: String, _ help: String,
    read: @escaping @Sendable ([String], inout ServerConfig) throws(InvalidValue) -> Void
  ) {
    self.help = help
    self.kind = kind
    self.option = option
    self.placeholder = placeholder
    self.read = read
  }

  public var variable: String {
    let plural = kind == .folders || kind == .list
    let name = option.uppercased().replacing("-", with: "_")
    guard plural
    else { return "SPEECHMEMO_\(name)" }
    return name.hasSuffix("Y")
      ? "SPEECHMEMO_\(name.dropLast())IES" : "SPEECHMEMO_\(name)S"
  }

  /// Returns the violated requirement if a value is invalid; then nothing is set.
  public func set(_ texts: [String], in config: inout ServerConfig) -> String? {
    var changed = config
    do throws(InvalidValue) {
      try read(texts, &changed)
    } catch {
      return error.expectation
    }
    config = changed
    return nil
  }

  public static let all: [Self] = [
    text(
      "host", "ADDRESS", "The IP address to listen on, or 0.0.0.0 for all. Default: 127.0.0.1."
    ) { $0.host = $1 },
    number(
      "port", "The port; 0 for any free one. Default: 8080.", in: 0...65_535
    ) { $0.port = UInt16($1) },
    list(
      "library", "FOLDER",
      "A library's folder. Default: your own library, or none with --database.", kind: .folders
    ) { $0.libraries = $1 },
    text(
      "database", "URL",
      """
      The PostgreSQL database with the libraries, such as postgres://speechmemo@db.example/memos.
      """
    ) { $0.database = $1 },
    text(
      "audio", "URL",
      """
      The audio store of the libraries in the database: s3://BUCKET/PREFIX, or a folder that all \
      machines share.
      """
    ) { $0.audio = $1 },
    text("certificate", "FILE", "The TLS certificate, a PEM file.", kind: .file) {
      $0.certificate = $1
    },
    text("key", "FILE", "The certificate's private key, a PEM file.", kind: .file) { $0.key = $1 },
    list("name", "HOST", "A host name of this server.") {
      $0.names = Set($1.map { $0.lowercased() })
    },
    list(
      "origin", "URL",
      "The origin of a page that may use the OpenAI routes, such as app://obsidian.md."
    ) { $0.origins = Set($1.map { $0.hasSuffix("/") ? "\($0.dropLast())" : $0 }) },
    Self(
      "proxy", .list, "ADDRESS",
      """
      The address of a TLS-terminating proxy, or a network of them such as 172.16.0.0/12. Its \
      X-Forwarded-For, -Proto and -Host headers are trusted.
      """
    ) { texts, config throws(InvalidValue) in
      config.proxies = texts.compactMap { IPNetwork($0) }
      guard config.proxies.count == texts.count
      else { throw InvalidValue(expectation: "an IP address or a network") }
    },
    flag("plain-http", "Allow unencrypted connections between machines.") {
      $0.allowsPlainHTTP = $1
    },
    flag(
      "open-on-loopback",
      "Let programs on this machine connect without a token. Not for use behind a proxy."
    ) { $0.allowsLocalAccessWithoutToken = $1 },
    number("jobs", "Transcribe N memos at a time. Default: 1.", in: 1...1_000) {
      $0.jobs = $1
    },
    number(
      "rate-limit", "Requests per second for each token; 0 for no limit. Default: 1000.",
      in: 0...1_000_000
    ) { $0.rateLimit = $1 },
    text(
      "wyoming", "tcp://ADDRESS:PORT",
      "Serve Home Assistant at this address, over the Wyoming protocol, which has no tokens or encryption."
    ) { $0.wyoming = $1 },
  ]

  private static func text(
    _ option: String, _ placeholder: String, _ help: String, kind: Kind = .text,
    set: @escaping @Sendable (inout ServerConfig, String) -> Void
  ) -> Self {
    Self(option, kind, placeholder, help) { texts, config in
      if let text = texts.last { set(&config, text) }
    }
  }

  private static func list(
    _ option: String, _ placeholder: String, _ help: String, kind: Kind = .list,
    set: @escaping @Sendable (inout ServerConfig, [String]) -> Void
  ) -> Self {
    Self(option, kind, placeholder, help) { set(&$1, $0) }
  }

  private static func number(
    _ option: String, _ help: String, in range: ClosedRange<Int>,
    set: @escaping @Sendable (inout ServerConfig, Int) -> Void
  ) -> Self {
    Self(option, .text, "N", help) { texts, config throws(InvalidValue) in
      set(&config, try Int(setting: texts.last ?? "", in: range))
    }
  }

  private static func flag(
    _ option: String, _ help: String, set: @escaping @Sendable (inout ServerConfig, Bool) -> Void
  ) -> Self {
    Self(option, .flag, "", help) { texts, config throws(InvalidValue) in
      set(&config, try Bool(setting: texts.last ?? "1"))
    }
  }
}

extension ServerConfig {
  public static let fileVariable = "SPEECHMEMO_ENV_FILE"

  public init(_ vars: EnvVars) throws(EnvVars.Problem) {
    self.init()
    for setting in ServerSetting.all {
      try vars.value(of: setting.variable) { text throws(InvalidValue) in
        let texts: [String] =
          switch setting.kind {
          case .folders: text.split(separator: ":").map(String.init)
          case .list: text.split { $0 == "," || $0.isWhitespace }.map(String.init)
          case .file, .flag, .text: [text]
          }
        try setting.read(texts, &self)
      }
    }
  }
}
