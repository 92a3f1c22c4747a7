import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

extension Diagnostic {
  static func notAnEnum(
    _ declaration: some DeclGroupSyntax, attribute: AttributeSyntax
  ) -> Diagnostic {
    Diagnostic(
      node: declaration.introducer,
      message: MacroExpansionErrorMessage(
        """
        '@CasePathable' applies to an enum only, not to \(declaration.kindInWords)
        """),
      fixIt: FixIt(
        message: MacroExpansionFixItMessage("Remove '@CasePathable'"),
        changes: [
          .replace(
            oldNode: Syntax(attribute), newNode: Syntax(MissingDeclSyntax(placeholder: "")))
        ]))
  }

  static func overload(
    _ element: EnumCaseElementSyntax, of first: EnumCaseElementSyntax, _ macro: String
  ) -> Diagnostic {
    let name = element.name.text
    return Diagnostic(
      node: element.name,
      message: MacroExpansionErrorMessage(
        """
        '\(macro)' can't be applied to an enum with two cases named '\(name)': rename one of them
        """),
      notes: [Note(node: Syntax(first.name), message: FirstUse(name: name))])
  }

  static func takenName(_ element: EnumCaseElementSyntax, by macro: String) -> Diagnostic {
    Diagnostic(
      node: element.name,
      message: MacroExpansionErrorMessage(
        """
        '\(macro)' writes a member called '\(element.name.identifierName)': give this case another \
        name
        """))
  }
}

private struct FirstUse: NoteMessage {
  let name: String
  var message: String { "The first case named '\(name)'" }
  var noteID: MessageID { MessageID(domain: "CasePathableMacro", id: "first-use") }
}
