import SwiftDiagnostics
import SwiftSyntax

/// A message of the macros.
struct MacroDiagnostic: DiagnosticMessage, FixItMessage {
  let id: String
  let message: String
  var severity = DiagnosticSeverity.error

  var diagnosticID: MessageID { MessageID(domain: "ComposableMacros", id: id) }
  var fixItID: MessageID { diagnosticID }
}

extension Diagnostic {
  init(
    at node: some SyntaxProtocol, _ id: String, _ message: String,
    severity: DiagnosticSeverity = .error, notes: [Note] = [], fixIts: [FixIt] = []
  ) {
    self.init(
      node: node, message: MacroDiagnostic(id: id, message: message, severity: severity),
      notes: notes, fixIts: fixIts)
  }
}

extension FixIt {
  init(
    _ id: String, _ message: String, replacing old: some SyntaxProtocol,
    with new: some SyntaxProtocol
  ) {
    self.init(
      message: MacroDiagnostic(id: id, message: message),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }

  /// Replaces the `let` of a declaration.
  static func useVar(insteadOf specifier: TokenSyntax) -> FixIt {
    FixIt(
      "use-var", "Replace 'let' with 'var'", replacing: specifier,
      with: specifier.with(\.tokenKind, .keyword(.var)))
  }
}

/// A note of a diagnostic.
struct MacroNote: NoteMessage {
  let id: String
  let message: String

  var noteID: MessageID { MessageID(domain: "ComposableMacros", id: id) }
}
