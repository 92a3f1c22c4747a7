import SwiftDiagnostics
import SwiftSyntax

extension DependencyEndpointMacro {
  static func missingDefault(of endpoint: Endpoint) -> Diagnostic {
    let type = endpoint.type
    let kind = type.throwsClause == nil ? "non-throwing closure" : "typed-throwing closure"
    let parameters =
      type.parameters.isEmpty
      ? "" : type.parameters.map { _ in "_" }.joined(separator: ", ") + " in "
    let value = ExprSyntax("{ \(raw: parameters)<#default value#> }")
    let fixed = endpoint.binding.trimmed.with(
      \.initializer,
      InitializerClauseSyntax(
        equal: .equalToken(leadingTrivia: .space, trailingTrivia: .space), value: value))
    return Diagnostic(
      at: endpoint.binding, "default-required",
      """
      Default value required for \(kind) '\(endpoint.name)': the test that calls it without \
      overriding it fails and goes on with this value
      """,
      fixIts: [
        FixIt(
          "insert-default", "Insert '= \(value)'", replacing: endpoint.binding, with: fixed)
      ])
  }

  /// A default value is there for previews and tests to go on with.
  static func fatalDefault(_ call: ExprSyntax, of endpoint: Endpoint) -> Diagnostic {
    let closure = ExprSyntax("{ \(call.trimmed) }()")
      .with(\.leadingTrivia, call.leadingTrivia)
      .with(\.trailingTrivia, call.trailingTrivia)
    return Diagnostic(
      at: call, "fatal-default",
      """
      Previews and tests that call '\(endpoint.name)' without overriding it crash: return any \
      value instead of calling 'fatalError', such as 'false' or '[]'
      """, severity: .warning,
      fixIts: [
        FixIt(
          "keep-fatal-error", "Call it in a closure to silence this warning", replacing: call,
          with: closure)
      ])
  }

  /// The compiler warns of each line in a closure that nothing can call.
  static func uncallable(_ endpoint: Endpoint) -> Diagnostic {
    Diagnostic(
      at: endpoint.type.function, "uncallable",
      """
      '@DependencyEndpoint' cannot report a call of '\(endpoint.name)': it takes a 'Never', so that \
      nothing can call it. Leave it out, or give it a value and '@DependencyEndpointIgnored'
      """)
  }

  /// Why the declaration is not one to which the macro applies.
  static func misuse(of node: AttributeSyntax, on declaration: some DeclSyntaxProtocol)
    -> Diagnostic
  {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      variable.isStoredInstanceProperty,
      let binding = variable.bindings.first, variable.bindings.count == 1
    else {
      return Diagnostic(
        at: node, "not-stored",
        "'@DependencyEndpoint' applies to a stored property of an instance")
    }
    guard !variable.isLet
    else {
      let specifier = variable.bindingSpecifier
      return Diagnostic(
        at: specifier, "let", "An endpoint must be a 'var', so that it can be overridden",
        fixIts: [.useVar(insteadOf: specifier)])
    }
    guard !binding.hasObservers
    else {
      return Diagnostic(
        at: node, "observers", "'@DependencyEndpoint' cannot be combined with observers")
    }
    return Diagnostic(
      at: binding, "not-closure",
      """
      '@DependencyEndpoint' applies to a property whose type is written as a closure: \
      '@Sendable () async throws -> Void'
      """)
  }
}
