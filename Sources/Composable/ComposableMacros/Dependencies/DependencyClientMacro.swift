import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Makes each closure property of a struct an endpoint, and adds the initializers.
enum DependencyClientMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax,
    attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self),
      let variable = member.as(VariableDeclSyntax.self), !variable.isLet,
      variable.attribute("DependencyEndpoint") == nil,
      variable.attribute("DependencyEndpointIgnored") == nil,
      !variable.hasPropertyWrapper,
      let endpoint = Endpoint(variable), !endpoint.binding.hasObservers
    else { return [] }
    return ["@DependencyEndpoint"]
  }
}

extension DependencyClientMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let declaration = declaration.as(StructDeclSyntax.self)
    else {
      context.diagnose(
        Diagnostic(
          at: declaration.introducer, "not-struct",
          "'@DependencyClient' applies to a struct only"))
      return []
    }
    let client = Client(declaration, in: context.buildConfiguration)
    client.diagnostics.forEach(context.diagnose)
    return client.initializers
  }
}
