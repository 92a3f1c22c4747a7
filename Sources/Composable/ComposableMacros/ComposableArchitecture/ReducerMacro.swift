import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Reducer`: makes a struct a reducer; writes for an enum of features the reducer that runs the
/// feature of the case that the state is in.
enum ReducerMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    let wanted: Set<String>
    switch declaration.kind {
    case .enumDecl:
      wanted = ["CaseReducer", "Reducer"]
      if let declaration = declaration.as(EnumDeclSyntax.self),
        !ReducerEnum(declaration, node).problems.isEmpty
      {
        return []
      }
    case .structDecl: wanted = ["Reducer"]
    default: return []
    }
    // The existing conformances are not among the protocols.
    let isolation = declaration.extensionIsolation(in: context)
    let conformances = protocols.compactMap { $0.trimmedDescription.split(separator: ".").last }
      .filter { wanted.contains(String($0)) }
      .sorted { $0.count > $1.count }
      .map { "\(isolation)ComposableArchitecture.\($0)" }
      .joined(separator: ", ")
    guard !conformances.isEmpty
    else { return [] }
    if let problem = declaration.hiddenTypeDiagnostic(for: "@Reducer", in: context) {
      context.diagnose(problem)
      return []
    }
    return [
      try ExtensionDeclSyntax(
        """
        \(raw: declaration.attributes.availability)\
        extension \(type.trimmed): \(raw: conformances) {
        }
        """)
    ]
  }
}

extension ReducerMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    if let type = member.as(EnumDeclSyntax.self), ["Action", "State"].contains(type.name.text) {
      return type.missingCaseAttributes
    }
    if let feature = declaration.as(StructDeclSyntax.self),
      let property = member.as(VariableDeclSyntax.self), property.isComposedBody
    {
      let arguments = ReducerStruct(feature).builderArguments
      return ["@ComposableArchitecture.ReducerBuilder<\(raw: arguments)>"]
    }
    return []
  }
}

extension ReducerMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let declaration = declaration.as(StructDeclSyntax.self) {
      let reducer = ReducerStruct(declaration)
      reducer.diagnostics.forEach(context.diagnose)
      return reducer.members
    }
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      let reducer = ReducerEnum(declaration, node)
      reducer.diagnostics.forEach(context.diagnose)
      return reducer.members
    }
    context.diagnose(
      Diagnostic(
        at: declaration.introducer, "reducer-kind",
        "'@Reducer' applies to a struct or an enum, not to \(declaration.kindInWords)"))
    return []
  }
}

extension EnumDeclSyntax {
  /// The conformances that the cases need for key paths, and for reading them in a state.
  fileprivate var missingCaseAttributes: [AttributeSyntax] {
    let present = attributes.compactMap { $0.as(AttributeSyntax.self)?.name }
    let inherited = inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
    let conforms = !Set(inherited).isDisjoint(with: ["CasePathable", "CasePaths.CasePathable"])
    var missing: [AttributeSyntax] = []
    if !present.contains("CasePathable"), !conforms { missing.append("@CasePaths.CasePathable") }
    if name.text == "State", !present.contains("dynamicMemberLookup") {
      missing.append("@dynamicMemberLookup")
    }
    return missing
  }
}
