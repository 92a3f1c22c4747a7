import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacroExpansion

/// A diagnostic with its location in the user's source. The nodes that a macro gets are detached
/// from their file, so only the context has their location.
struct PlacedDiagnostic {
  let line: Int
  let column: Int
  let text: [String]

  init(_ diagnostic: Diagnostic, in context: BasicMacroExpansionContext) {
    let location = context.location(
      for: diagnostic.position, anchoredAt: diagnostic.node, fileName: "")
    (line, column) = (location.line, location.column)
    text =
      ["\(diagnostic.diagMessage.severity): \(diagnostic.message)"]
      + diagnostic.notes.map {
        let line = context.location(for: $0.position, anchoredAt: $0.node, fileName: "").line
        return "note: \($0.message) (line \(line))"
      }
      + diagnostic.fixIts.map { "fix-it: \($0.message.message)" }
  }
}

/// The source with each report below the line that it points at.
func annotate(_ source: String, with diagnostics: [PlacedDiagnostic]) -> String {
  lines(of: source).enumerated()
    .flatMap { index, line in
      [String(line)]
        + diagnostics.filter { $0.line == index + 1 }.flatMap { report in
          let margin = String(repeating: " ", count: report.column - 1)
          return report.text.enumerated().map { $0 == 0 ? "\(margin)^ \($1)" : "\(margin)  \($1)" }
        }
    }
    .joined(separator: "\n")
}
