public struct LibrarySettings: Equatable, Sendable {
  public var revision: Int
  public var values: [String: String]

  public init(revision: Int, values: [String: String]) {
    self.revision = revision
    self.values = values
  }
}
