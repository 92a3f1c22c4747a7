import SwiftSyntax
import SwiftSyntaxMacros

/// Says nothing but its name, which `DependencyClientMacro` looks for.
enum DependencyEndpointIgnoredMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    []
  }
}
