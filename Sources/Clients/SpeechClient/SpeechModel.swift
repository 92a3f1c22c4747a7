/// Weights that an engine knows by name.
public struct SpeechModel: Equatable, Sendable {
  /// Whether a server has them, where they are used and not fetched.
  public var isServed: Bool
  /// What the engine knows them by, such as `tiny.en`.
  public var name: String
  /// How many bytes they take, or are to be fetched; `nil` where nobody knows.
  public var byteCount: Int64?
  /// Where they are; `nil` while they are not on this machine. An engine fetches them when they
  /// are first used.
  public var folder: String?
  /// The codes of the languages that they know; empty where the engine does not say.
  public var languages: [String]
  /// The licence that they come under, such as `MIT`; `nil` where nobody knows.
  public var license: String?
  /// The file with the licence's text; `nil` where there is none on this machine.
  public var licenseFile: String?

  /// Creates a value from its properties.
  public init(
    name: String,
    byteCount: Int64? = nil,
    folder: String? = nil,
    isServed: Bool = false,
    languages: [String] = [],
    license: String? = nil,
    licenseFile: String? = nil
  ) {
    self.name = name
    self.byteCount = byteCount
    self.folder = folder
    self.isServed = isServed
    self.languages = languages
    self.license = license
    self.licenseFile = licenseFile
  }

  /// What they speak, as a person reads it: `English`, `99 languages`; empty where nobody knows.
  public var languagesText: String {
    switch languages.count {
    case 0: ""
    case 1: languages == ["en"] ? "English" : languages[0]
    default: "\(languages.count) languages"
    }
  }

  /// Whether they can be used at once: they are on this machine, or a server has them.
  public var isInstalled: Bool { folder != nil || isServed }

  /// Where they are, as a person reads it: `on this machine`.
  public var placeText: String {
    isServed ? "on the server" : folder != nil ? "on this machine" : "not installed"
  }
}
