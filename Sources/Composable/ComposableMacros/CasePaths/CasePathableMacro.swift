import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@CasePathable`: writes `AllCasePaths` with a case path for each case, and the conformances.
enum CasePathableMacro: ExtensionMacro, MemberMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    // The existing conformances are not among the protocols.
    guard let enumeration = declaration.as(EnumDeclSyntax.self), !protocols.isEmpty,
      problems(enumeration).isEmpty
    else { return [] }
    if let problem = declaration.hiddenTypeDiagnostic(for: "@CasePathable", in: context) {
      context.diagnose(problem)
      return []
    }
    let isolation = declaration.extensionIsolation(in: context)
    let conformances =
      protocols
      .map { $0.is(MemberTypeSyntax.self) ? $0.trimmedDescription : "CasePaths.\($0.trimmed)" }
      .map { isolation + $0 }
      .joined(separator: ", ")
    return [
      try ExtensionDeclSyntax("extension \(type.trimmed): \(raw: conformances) {}")
    ]
  }

  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(EnumDeclSyntax.self)
    else {
      context.diagnose(.notAnEnum(declaration, attribute: node))
      return []
    }
    let problems = problems(declaration)
    problems.forEach(context.diagnose)
    return problems.isEmpty ? CasePathMembers(declaration).declarations : []
  }

  private static func problems(_ declaration: EnumDeclSyntax) -> [Diagnostic] {
    CaseElements(declaration)
      .problems(for: "@CasePathable", takenNames: CasePathMembers.takenNames)
  }
}
