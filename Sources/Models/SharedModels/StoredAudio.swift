public struct StoredAudio: Codable, Equatable, Sendable {
  public var byteCount: Int64
  public var sha256: String

  public init(byteCount: Int64, sha256: String) {
    self.byteCount = byteCount
    self.sha256 = sha256
  }
}
