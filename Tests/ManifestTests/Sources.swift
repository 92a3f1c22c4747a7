import Foundation

/// The targets needed by a target's files.
struct Sources {
  /// The kinds of files: `swift`, `c`, `h`, `modulemap`.
  var extensions: Set<String> = []
  /// The modules that are imported, in C by their headers.
  var imports: Set<String> = []
  /// The programs and macro plug-ins that are named.
  var programs: Set<String> = []

  init() {}

  init(below folder: URL, lookingFor names: [String]) throws {
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      extensions.insert(file.pathExtension)
      guard ["c", "swift"].contains(file.pathExtension)
      else { continue }
      let text = try String(contentsOf: file, encoding: .utf8)
      if file.pathExtension == "c" {
        addHeaders(of: text)
      } else {
        add(text)
        programs.formUnion(names.filter { text.range(of: "\($0)\"") != nil })
      }
    }
  }

  /// Adds the modules whose headers a file of C includes.
  mutating func addHeaders(of text: String) {
    for match in text.matches(of: /(?m)^#include "(\w+)\.h"/) { imports.insert(String(match.1)) }
  }

  /// Adds the imports of a Swift file.
  mutating func add(_ text: String) {
    var isInString = false
    for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
      let line = Substring(line)
      // A multiline string begins and ends with three quotes; its contents are not code.
      if line.components(separatedBy: "\"\"\"").count.isMultiple(of: 2) {
        isInString.toggle()
      } else if !isInString, line.contains("import "), let module = Self.module(in: line) {
        imports.insert(module)
      }
    }
  }

  /// The module that a line imports, such as `@testable import Clocks` or `import struct A.B`.
  private static func module(in line: Substring) -> String? {
    let access = ["public", "package", "internal", "fileprivate", "private"]
    let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    var words = line.split(separator: " ")[...]
    while let word = words.first, word.hasPrefix("@") || access.contains(String(word)) {
      words.removeFirst()
    }
    guard words.popFirst() == "import"
    else { return nil }
    if let kind = words.first, kinds.contains(String(kind)) { words.removeFirst() }
    return words.first?.split(separator: ".").first.map(String.init)
  }
}
