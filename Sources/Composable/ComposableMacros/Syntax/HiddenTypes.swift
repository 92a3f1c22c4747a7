import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension DeclGroupSyntax {
  /// A diagnostic if a macro can't write an extension of the type: extensions are added at the end
  /// of the file, where a private nested type is not visible.
  func hiddenTypeDiagnostic(
    for macro: String, in context: some MacroExpansionContext
  ) -> Diagnostic? {
    let surroundings = context.lexicalContext.compactMap {
      $0.asProtocol((any DeclGroupSyntax).self)
    }
    let types: [any DeclGroupSyntax] = [self] + surroundings
    // The outermost one is as visible as the file.
    guard let hidden = types.dropLast().compactMap(\.privateModifier).first
    else { return nil }
    let message = """
      '\(macro)' writes an extension, which cannot see a private type within another type: make it \
      'fileprivate'
      """
    guard privateModifier != nil
    else { return Diagnostic(at: introducer, "hidden-type", message) }
    let visible = hidden.with(
      \.name,
      .keyword(
        .fileprivate, leadingTrivia: hidden.name.leadingTrivia,
        trailingTrivia: hidden.name.trailingTrivia))
    return Diagnostic(
      at: hidden, "hidden-type", message,
      fixIts: [
        FixIt(
          "make-fileprivate", "Replace 'private' with 'fileprivate'", replacing: hidden,
          with: visible)
      ])
  }

  private var privateModifier: DeclModifierSyntax? {
    modifiers.first { $0.name.tokenKind == .keyword(.private) && $0.detail == nil }
  }
}
