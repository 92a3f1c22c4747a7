/// A file outside the library that was imported or rejected. It is skipped until it changes.
public struct ProcessedFile: Hashable, Sendable {
  public let byteCount: Int64
  /// Nanoseconds since 1970.
  public let modifiedAt: Int64
  public let path: String
  public let problem: String?

  public init(path: String, byteCount: Int64, modifiedAt: Int64, problem: String? = nil) {
    self.byteCount = byteCount
    self.modifiedAt = modifiedAt
    self.path = path
    self.problem = problem
  }
}
