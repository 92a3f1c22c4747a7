import DatabaseClient
import Foundation
import SharedModels

extension LibrarySession {
  func recordingIDs(startingWith prefix: String) throws -> [Recording.ID] {
    let prefix = prefix.lowercased()
    guard let first = UUID(lowestWith: prefix), let last = UUID(highestWith: prefix)
    else { return [] }
    // The prefix may have misplaced hyphens.
    return try query(
      """
      SELECT id FROM recordings WHERE library = $1 AND id BETWEEN \(first) AND \(last)
      ORDER BY id LIMIT 10
      """
    ) { try $0.id("id") as Recording.ID }.filter { $0.text.hasPrefix(prefix) }
  }
}

extension UUID {
  fileprivate init?(lowestWith prefix: String) { self.init(prefix, filledWith: "0") }

  fileprivate init?(highestWith prefix: String) { self.init(prefix, filledWith: "f") }

  private init?(_ prefix: String, filledWith digit: Character) {
    let digits = prefix.filter { $0 != "-" }
    guard !prefix.isEmpty, digits.count <= 32, digits.utf8.count == digits.count,
      digits.allSatisfy(\.isHexDigit)
    else { return nil }
    var text = digits + String(repeating: digit, count: 32 - digits.count)
    for place in [20, 16, 12, 8] {
      text.insert("-", at: text.index(text.startIndex, offsetBy: place))
    }
    self.init(uuidString: text)
  }
}
