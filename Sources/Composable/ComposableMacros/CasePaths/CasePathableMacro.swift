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
    // What the enum already conforms to is not among the protocols.
    guard declaration.is(EnumDeclSyntax.self), !protocols.isEmpty
    else { return [] }
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
    let elements = CaseElements(declaration)
    guard elements.diagnoseOverloads(in: context)
    else { return [] }

    let name = declaration.name.trimmed
    let access = declaration.accessPrefix
    return elements.shadowedNames.map { "\(raw: access)typealias _$\(raw: $0) = \(raw: $0)" } + [
      """
      \(raw: access)struct AllCasePaths: CasePaths.CasePathReflectable, Sendable, Sequence {
      \(raw: elements.properties(root: name.text, access: access))
      \(raw: elements.deprecation)\(raw: access)subscript(root: \(name)) -> CasePaths.PartialCaseKeyPath<\(name)> {
      \(raw: elements.reflection)
      }
      \(raw: elements.deprecation)\(raw: access)func makeIterator() \
      -> IndexingIterator<[CasePaths.PartialCaseKeyPath<\(name)>]> {
      \(raw: elements.hasCases ? "var" : "let") \
      paths: [CasePaths.PartialCaseKeyPath<\(name)>] = []
      \(raw: elements.listing)
      return paths.makeIterator()
      }
      }
      """,
      "\(raw: access)static var allCasePaths: AllCasePaths { AllCasePaths() }",
    ]
  }
}

extension EnumDeclSyntax {
  /// The access level that the members of an extension need to be as visible as the enum.
  fileprivate var accessPrefix: String {
    modifiers.lazy
      .map(\.name.text)
      .first { ["open", "public", "package"].contains($0) }
      .map { "\($0) " } ?? ""
  }
}
