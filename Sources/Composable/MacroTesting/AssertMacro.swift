public import SwiftSyntaxMacroExpansion
public import Testing

/// Expands the macros in source code, and fails the running test if the result differs from the
/// expected one.
///
/// ```swift
/// assertMacro(["CasePathable": MacroSpec(type: CasePathableMacro.self)]) {
///   """
///   @CasePathable struct State {}
///   """
/// } diagnostics: {
///   """
///   @CasePathable struct State {}
///                 ^ error: '@CasePathable' applies to an enum only
///   """
/// }
/// ```
///
/// Omitted parts are asserted, too: without `diagnostics`, the macro must report none, and without
/// `fixes`, it must offer none. The expansion may be omitted only if there is a diagnostic, because
/// the expanded source is then irrelevant.
///
/// - Parameters:
///   - macros: The macros by the name they have in the source, without `@` or `#`.
///   - indentation: The number of spaces that one level of indentation has.
///   - source: The user's source.
///   - diagnostics: The source with each diagnostic under the place that it points at, as
///     ``MacroExpansionResult/annotatedSource`` describes.
///   - fixes: The source after every fix-it has been applied.
///   - expansion: The source after every macro has been expanded.
///   - sourceLocation: Where a difference is reported.
public func assertMacro(
  _ macros: [String: MacroSpec],
  indentation: Int = 2,
  of source: () -> String,
  diagnostics: (() -> String)? = nil,
  fixes: (() -> String)? = nil,
  expansion: (() -> String)? = nil,
  sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  let result = MacroExpansionResult(of: source(), macros: macros, indentation: indentation)
  if !result.strayDiagnostics.isEmpty {
    Issue.record(
      """
      The expansion is not valid Swift:

      \(result.strayDiagnostics.joined(separator: "\n"))

      \(result.expansion)
      """,
      sourceLocation: sourceLocation)
  }
  compare("diagnostics", result.annotatedSource, with: diagnostics?(), sourceLocation)
  compare("fixes", result.fixedSource, with: fixes?(), sourceLocation)
  if expansion != nil || result.annotatedSource == nil {
    compare("expansion", result.expansion, with: expansion?(), sourceLocation)
  }
}

private func compare(
  _ name: String, _ actual: String?, with expected: String?,
  _ sourceLocation: Testing.SourceLocation
) {
  switch (actual, expected) {
  case (nil, nil):
    break

  case (nil, .some(let expected)):
    Issue.record(
      """
      There are no \(name), where this was expected:

      \(expected)
      """,
      sourceLocation: sourceLocation)

  case (.some(let actual), nil):
    Issue.record(
      """
      There are \(name) that the test does not expect:

      \(actual)
      """,
      sourceLocation: sourceLocation)

  case (.some(let actual), .some(let expected)):
    guard actual != expected
    else { return }
    Issue.record(
      """
      The \(name) differ (−: expected, +: actual):

      \(lineDifference(from: expected, to: actual))
      """,
      sourceLocation: sourceLocation)
  }
}
