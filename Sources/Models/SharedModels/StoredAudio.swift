/// What is known of a file's bytes once they have been read through.
public struct StoredAudio: Codable, Equatable, Sendable {
  /// The number of bytes.
  public var byteCount: Int64
  /// The SHA-256 of the bytes: 64 lower-case hexadecimal digits.
  public var sha256: String

  /// Creates a value from its properties.
  public init(byteCount: Int64, sha256: String) {
    self.byteCount = byteCount
    self.sha256 = sha256
  }
}
