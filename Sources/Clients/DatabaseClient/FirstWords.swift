import SharedModels

extension DatabaseClient {
  /// How many characters of a memo ``firstWords`` gives at most.
  public static let firstWordsLength = 200

  /// How many segments are enough for them, short as they may be.
  public static let firstWordsSegments = 8

  /// What is said first, in one line.
  ///
  /// - Parameter segments: The texts of the first ``firstWordsSegments`` segments.
  public static func firstWords(_ segments: [String]) -> String {
    let line = segments.prefix(firstWordsSegments).joinedAsText()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return String(line.prefix(firstWordsLength))
  }
}
