/// A user's edit of a segment. Unchanged words keep their times.
public struct TextChange: Codable, Equatable, Sendable {
  public var segment: Int
  public var text: String
  /// The text when the user began to edit.
  public var was: String

  public init(segment: Int, was: String, text: String) {
    self.segment = segment
    self.text = text
    self.was = was
  }
}
