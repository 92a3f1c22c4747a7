public struct SpeakerWeights: Equatable, Sendable {
  public var name: String
  public var byteCount: Int64?
  public var license: String?
  public var licenseFile: String?

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
