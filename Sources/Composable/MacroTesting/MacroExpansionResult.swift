import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax
public import SwiftSyntaxMacroExpansion

/// The result of expanding the macros in a piece of source.
public struct MacroExpansionResult: Sendable {
  /// The source after every macro has been expanded.
  public let expansion: String

  /// The source with what the macros reported under the lines it is about, or `nil` when they
  /// reported nothing.
  ///
  /// A diagnostic is a line of its own below the line it points at. It has a caret under the
  /// column it points at, its severity, and its message; its notes and its fix-its follow,
  /// indented, each with the message of its own:
  ///
  /// ```
  /// case tapped
  ///      ^ error: The name 'tapped' is used twice
  ///        note: It is first used here (line 2)
  ///        fix-it: Rename this case
  /// ```
  public let annotatedSource: String?

  /// The source after every fix-it that the macros offered has been applied, or `nil` when they
  /// offered none.
  public let fixedSource: String?

  /// Faults of the parser's in the expansion, each with its line: what a macro wrote must be Swift.
  public let strayDiagnostics: [String]

  /// Expands the macros in a piece of source.
  ///
  /// - Parameters:
  ///   - source: The user's source.
  ///   - macros: The macros by the name they have in the source, without `@` or `#`.
  ///   - indentation: The number of spaces that one level of indentation has.
  public init(of source: String, macros: [String: MacroSpec], indentation: Int = 2) {
    let file = Parser.parse(source: source)
    let context = BasicMacroExpansionContext(
      sourceFiles: [file: .init(moduleName: "Test", fullFilePath: "Test.swift")])
    let expanded = file.expand(
      macroSpecs: macros,
      contextGenerator: { node in
        BasicMacroExpansionContext(
          sharingWith: context, lexicalContext: node.allMacroLexicalContexts())
      },
      indentationWidth: .spaces(indentation))
    expansion = expanded.description.trimmingNewlines()

    let reports = context.diagnostics.map { PlacedDiagnostic($0, in: context) }
    annotatedSource = reports.isEmpty ? nil : annotate(source, with: reports)
    let edits = context.diagnostics.flatMap(\.fixIts).flatMap(\.changes).compactMap {
      TextEdit($0, in: context)
    }
    fixedSource = edits.isEmpty ? nil : apply(edits, to: source)

    let parsed = Parser.parse(source: expansion)
    let converter = SourceLocationConverter(fileName: "", tree: parsed)
    strayDiagnostics = ParseDiagnosticsGenerator.diagnostics(for: parsed).map {
      "line \($0.location(converter: converter).line): \($0.message)"
    }
  }
}

extension String {
  fileprivate func trimmingNewlines() -> String {
    var text = self[...]
    while text.first?.isNewline == true { text.removeFirst() }
    while text.last?.isNewline == true { text.removeLast() }
    return String(text)
  }
}
