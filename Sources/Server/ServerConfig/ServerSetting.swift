public import EnvVars
import Forwarding

/// One thing that is set up of a server: by an option of the command line, or by a variable of the
/// environment.
public struct ServerSetting: Sendable {
  /// What is given for it.
  public enum Kind: Sendable {
    case file
    /// Nothing: it is said, or not.
    case flag
    /// Folders, and in a variable colons between them.
    case folders
    /// Texts, and in a variable commas or white space between them.
    case list
    case text
  }

  public let help: String
  public let kind: Kind
  /// The option's name, without dashes.
  public let option: String
  /// What stands for its value in a help.
  public let placeholder: String
  private let read: @Sendable ([String], inout ServerConfig) -> String?

  private init(
    _ option: String, _ kind: Kind, _ placeholder: String, _ help: String,
    read: @escaping @Sendable ([String], inout ServerConfig) -> String?
  ) {
    self.help = help
    self.kind = kind
    self.option = option
    self.placeholder = placeholder
    self.read = read
  }

  /// The variable's name.
  public var variable: String {
    let plural = kind == .folders || kind == .list
    let name = option.uppercased().replacing("-", with: "_")
    guard plural
    else { return "SPEECHMEMO_\(name)" }
    return name.hasSuffix("Y")
      ? "SPEECHMEMO_\(name.dropLast())IES" : "SPEECHMEMO_\(name)S"
  }

  /// Sets what is given.
  ///
  /// - Returns: What each must be, where one is not; then nothing is set.
  public func set(_ texts: [String], in config: inout ServerConfig) -> String? {
    var changed = config
    if let problem = read(texts, &changed) { return problem }
    config = changed
    return nil
  }

  /// All of them, in the order in which a help lists them.
  public static let all: [Self] = [
    Self(
      "host", .text, "ADDRESS",
      "Where to listen: an address of this machine in digits, or 0.0.0.0 for all. 127.0.0.1 if none is given."
    ) { texts, config in
      config.host = texts.last ?? config.host
      return nil
    },
    number(
      "port", "The port; 0 for one that is free. 8080 if none is given.", in: 0...65_535
    ) { $0.port = UInt16($1) },
    Self(
      "library", .folders, "FOLDER", "Serve this library, and each other one that is named so."
    ) { texts, config in
      config.libraries = texts
      return nil
    },
    Self(
      "database", .text, "URL",
      """
      Serve the libraries of this PostgreSQL database, such as \
      postgres://speechmemo@db.example/memos.
      """
    ) { texts, config in
      config.database = texts.last
      return nil
    },
    Self(
      "audio", .text, "URL",
      "Where the sound of these libraries is: s3://BUCKET/PREFIX, or a folder that all machines have."
    ) { texts, config in
      config.audio = texts.last
      return nil
    },
    Self(
      "certificate", .file, "FILE", "Encrypt connections with this certificate, in the PEM format."
    ) { texts, config in
      config.certificate = texts.last
      return nil
    },
    Self("key", .file, "FILE", "The certificate's key.") { texts, config in
      config.key = texts.last
      return nil
    },
    Self("name", .list, "HOST", "A name by which clients know this machine.") { texts, config in
      config.names = Set(texts.map { $0.lowercased() })
      return nil
    },
    Self(
      "origin", .list, "URL",
      "A page that may use OpenAI's addresses here, such as app://obsidian.md."
    ) { texts, config in
      config.origins = Set(texts.map { $0.hasSuffix("/") ? "\($0.dropLast())" : $0 })
      return nil
    },
    Self(
      "proxy", .list, "ADDRESS",
      """
      The address of a proxy that encrypts connections, or a network of them such as \
      172.16.0.0/12: its X-Forwarded-For, -Proto and -Host are believed.
      """
    ) { texts, config in
      let networks = texts.compactMap { IPNetwork($0) }
      config.proxies = networks
      return networks.count == texts.count ? nil : "an address in digits, or a network"
    },
    flag("plain-http", "Listen beyond this machine without encryption.") {
      $0.isPlainBeyondLoopback = $1
    },
    flag("open-on-loopback", "Let programs of this machine in without a token: not behind a proxy.")
    {
      $0.isOpenOnLoopback = $1
    },
    number("jobs", "Transcribe N memos at once; 1 if none is given.", in: 1...1_000) {
      $0.jobs = $1
    },
    number(
      "rate-limit",
      "How many requests a second a token may be used for; 0 for any number. 1000 if none is given.",
      in: 0...1_000_000
    ) { $0.rateLimit = $1 },
    Self(
      "wyoming", .text, "tcp://HOST:PORT",
      "Transcribe for Home Assistant here, by Wyoming: it has no tokens and no encryption."
    ) { texts, config in
      config.wyoming = texts.last
      return nil
    },
  ]

  private static func number(
    _ option: String, _ help: String, in range: ClosedRange<Int>,
    set: @escaping @Sendable (inout ServerConfig, Int) -> Void
  ) -> Self {
    Self(option, .text, "N", help) { texts, config in
      switch EnvValue.int(texts.last ?? "", in: range) {
      case .value(let number): set(&config, number)
      case .mustBe(let expectation): return expectation
      }
      return nil
    }
  }

  private static func flag(
    _ option: String, _ help: String, set: @escaping @Sendable (inout ServerConfig, Bool) -> Void
  ) -> Self {
    Self(option, .flag, "", help) { texts, config in
      switch EnvValue.bool(texts.last ?? "1") {
      case .value(let isOn): set(&config, isOn)
      case .mustBe(let expectation): return expectation
      }
      return nil
    }
  }
}

extension ServerConfig {
  /// The variable that names a file with others.
  public static let fileVariable = "SPEECHMEMO_ENV_FILE"

  /// What an environment says, and where it says nothing, what is usual.
  ///
  /// - Throws: `EnvVars.Problem`.
  public init(_ vars: EnvVars) throws(EnvVars.Problem) {
    self.init()
    for setting in ServerSetting.all {
      var config = self
      let changed = try vars.value(of: setting.variable) { text -> EnvValue<ServerConfig> in
        let texts: [String] =
          switch setting.kind {
          case .folders: text.split(separator: ":").map(String.init)
          case .list: text.split { $0 == "," || $0.isWhitespace }.map(String.init)
          case .file, .flag, .text: [text]
          }
        return setting.set(texts, in: &config).map { .mustBe($0) } ?? .value(config)
      }
      self = changed ?? self
    }
  }
}
