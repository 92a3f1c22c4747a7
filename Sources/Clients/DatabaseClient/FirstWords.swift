import SharedModels

extension DatabaseClient {
  public static let firstWordsLength = 200

  public static let firstWordsSegments = 8

  public static func firstWords(_ segments: [String]) -> String {
    let line = segments.prefix(firstWordsSegments).joinedAsText()
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return String(line.prefix(firstWordsLength))
  }
}
