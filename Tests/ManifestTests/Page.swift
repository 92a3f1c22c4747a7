import Foundation

/// A module's page in its `Documentation.docc`.
struct Page {
  /// The lines of code of the first example, without spaces, comments, imports and tests' titles.
  var example: [String]

  init(_ text: String) {
    let blocks = text.components(separatedBy: "\n```")
    let first = blocks.first { $0.hasPrefix("swift\n") } ?? ""
    example = first.split(separator: "\n").dropFirst()
      .filter { !$0.contains(#/^(@\w+ )?import /#) }
      .map { $0.components(separatedBy: " // ").first ?? "" }
      .map { Self.squeezed($0.replacing(#/^ *@Test func/#, with: "func")) }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }
  }

  /// Code without its spaces and line breaks, to compare it by, and without the words that keep a
  /// test's names in its file.
  static func squeezed(_ code: String) -> String {
    let code = code.replacing("fileprivate ", with: "").replacing("private ", with: "")
    return String(decoding: code.utf8.filter { $0 > UInt8(ascii: " ") }, as: UTF8.self)
  }

  /// The lines of the first example that a file of tests does not have.
  func lines(missingIn test: String) -> [String] {
    example.filter { !test.contains($0) }
  }
}
