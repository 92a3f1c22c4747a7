import SwiftDiagnostics
import SwiftParser
import SwiftParserDiagnostics
import SwiftSyntax
public import SwiftSyntaxMacroExpansion

/// The result of expanding the macros in a piece of source.
public struct MacroExpansionResult: Sendable {
  /// The source after every macro has been expanded.
  public let expansion: String

  /// The source with diagnostics under their lines, or `nil` without diagnostics.
  ///
  /// A diagnostic is a separate line with a caret under its column, its severity, and its message.
  /// Notes and fix-its follow, indented, each with its message:
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

  /// Parser errors in the expansion, with their lines: macros must write valid Swift.
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
