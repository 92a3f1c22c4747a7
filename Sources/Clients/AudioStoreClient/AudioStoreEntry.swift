public import Foundation

public struct AudioStoreEntry: Equatable, Sendable {
  public var byteCount: Int64
  public var modifiedAt: Date?
  public var name: String
  /// Lowercase hexadecimal, from the uploader; `nil` if unknown, and in listings.
  public var sha256: String?

  public init(name: String, byteCount: Int64, modifiedAt: Date? = nil, sha256: String? = nil) {
    self.byteCount = byteCount
    self.modifiedAt = modifiedAt
    self.name = name
    self.sha256 = sha256
  }
}
