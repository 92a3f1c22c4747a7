/// A file of weights by which an engine tells speakers apart.
public struct SpeakerWeights: Equatable, Sendable {
  /// What the engine calls them, such as `campplus`.
  public var name: String
  /// How many bytes the file has; `nil` where nobody knows.
  public var byteCount: Int64?
  /// The licence that they come under, such as `Apache-2.0`.
  public var license: String?
  /// The file with the licence's text.
  public var licenseFile: String?

  /// Creates a value from its properties.
  public init(
    name: String,
    byteCount: Int64? = nil,
    license: String? = nil,
    licenseFile: String? = nil
  ) {
    self.name = name
    self.byteCount = byteCount
    self.license = license
    self.licenseFile = licenseFile
  }
}
