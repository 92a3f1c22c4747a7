import SwiftDiagnostics
import SwiftSyntax

/// A message of the dependency macros.
struct DependencyDiagnostic: DiagnosticMessage, FixItMessage {
  let id: String
  let message: String
  var severity = DiagnosticSeverity.error

  var diagnosticID: MessageID { MessageID(domain: "DependenciesMacros", id: id) }
  var fixItID: MessageID { diagnosticID }
}

extension Diagnostic {
  init(
    at node: some SyntaxProtocol, _ id: String, _ message: String,
    severity: DiagnosticSeverity = .error, fixIts: [FixIt] = []
  ) {
    self.init(
      node: node, message: DependencyDiagnostic(id: id, message: message, severity: severity),
      fixIts: fixIts)
  }
}

extension FixIt {
  init(
    _ id: String, _ message: String, replacing old: some SyntaxProtocol,
    with new: some SyntaxProtocol
  ) {
    self.init(
      message: DependencyDiagnostic(id: id, message: message),
      changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
  }
}
