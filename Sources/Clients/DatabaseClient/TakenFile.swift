/// A file outside the library that needs no more looking at as long as it stays as it is: it was
/// imported, or cannot be.
public struct TakenFile: Hashable, Sendable {
  public let byteCount: Int64
  /// When it was written to last, in nanoseconds since 1970.
  public let modifiedAt: Int64
  public let path: String
  /// Why it is not in the library, in one line; `nil` where it is.
  public let problem: String?

  public init(path: String, byteCount: Int64, modifiedAt: Int64, problem: String? = nil) {
    self.byteCount = byteCount
    self.modifiedAt = modifiedAt
    self.path = path
    self.problem = problem
  }
}
