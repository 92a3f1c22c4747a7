public struct SpeechModel: Equatable, Sendable {
  public var isServed: Bool
  public var name: String
  public var byteCount: Int64?
  /// `nil` if not installed. An engine downloads the model on first use.
  public var folder: String?
  public var languages: [String]
  public var license: String?
  public var licenseFile: String?

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

  public var languagesText: String {
    switch languages.count {
    case 0: ""
    case 1: languages == ["en"] ? "English" : languages[0]
    default: "\(languages.count) languages"
    }
  }

  public var isInstalled: Bool { folder != nil || isServed }

  public var placeText: String {
    isServed ? "on the server" : folder != nil ? "on this machine" : "not installed"
  }
}
