/// A person's change of what one segment of a transcript says. The words that stay keep their times.
public struct TextChange: Codable, Equatable, Sendable {
  /// The segment's number, from 0.
  public var segment: Int
  /// What it is to say; nothing, to have it go.
  public var text: String
  /// What it said when the person began.
  public var was: String

  public init(segment: Int, was: String, text: String) {
    self.segment = segment
    self.text = text
    self.was = was
  }
}
