/// What is set for a library that many machines use, as it is kept with it.
public struct LibrarySettings: Equatable, Sendable {
  /// How often it has been changed.
  public var revision: Int
  /// Each setting's text by its name. Those that nobody has set yet are not in it.
  public var values: [String: String]

  public init(revision: Int, values: [String: String]) {
    self.revision = revision
    self.values = values
  }
}
