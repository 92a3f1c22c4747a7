import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Gives a closure property a stored value that reports its call and, if the closure's parameters
/// have names, a method with these labels.
enum DependencyEndpointMacro {
  /// The property for both roles of the macro.
  private static func endpoint(_ declaration: some DeclSyntaxProtocol) -> Endpoint? {
    guard let variable = declaration.as(VariableDeclSyntax.self), !variable.isLet,
      let endpoint = Endpoint(variable), !endpoint.binding.hasObservers
    else { return nil }
    return endpoint
  }
}

extension DependencyEndpointMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let endpoint = endpoint(declaration)
    else { return [] }
    let storage = endpoint.storageName
    // With an init accessor, the compiler would store the property's initial value over the one
    // that reports calls.
    let initAccessor: [AccessorDeclSyntax] =
      endpoint.defaultValue != nil
      ? []
      : [
        """
        @storageRestrictions(initializes: \(raw: storage))
        init(initialValue) {
          \(raw: storage) = initialValue
        }
        """
      ]
    return initAccessor + [
      """
      get {
        \(raw: storage)
      }
      """,
      """
      set {
        \(raw: storage) = newValue
      }
      """,
    ]
  }
}

extension DependencyEndpointMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let endpoint = endpoint(declaration)
    else {
      context.diagnose(misuse(of: node, on: declaration))
      return []
    }
    guard !endpoint.type.takesNever
    else {
      context.diagnose(uncallable(endpoint))
      return ["private var \(raw: endpoint.storageName): \(endpoint.writtenType)"]
    }
    if let call = endpoint.fatalDefault, !endpoint.type.returnsNever {
      context.diagnose(fatalDefault(call, of: endpoint))
    }
    let value = endpoint.unimplementedValue()
    if value == nil { context.diagnose(missingDefault(of: endpoint)) }
    let initial = value.map { " = \($0)" } ?? ""
    var peers: [DeclSyntax] = [
      """
      private var \(raw: endpoint.storageName): \(endpoint.writtenType)\(raw: initial)
      """
    ]
    if let method = try method(for: endpoint, node, in: context) { peers.insert(method, at: 0) }
    return peers
  }

  /// The method that calls the closure, if the closure's parameters or the attribute ask for one.
  private static func method(
    for endpoint: Endpoint, _ node: AttributeSyntax, in context: some MacroExpansionContext
  ) throws -> DeclSyntax? {
    let name = try methodName(node, in: context)
    let type = endpoint.type
    guard type.hasLabels || (name != nil && name != endpoint.name)
    else { return nil }
    guard !type.isVariadic
    else {
      context.diagnose(
        Diagnostic(
          at: endpoint.type.parameters, "variadic",
          """
          '\(endpoint.name)' gets no method, because Swift cannot pass a variadic argument on; \
          take an array to have one
          """, severity: .warning))
      return nil
    }
    let parameters = type.parameters.enumerated().map { index, parameter in
      let label = parameter.secondName?.text ?? "_"
      let colon = label == "_" ? "_ p\(index)" : "\(label) p\(index)"
      let inoutKeyword = parameter.inoutKeyword == nil ? "" : "inout "
      return "\(colon): \(inoutKeyword)\(parameter.type.trimmed)"
    }
    .joined(separator: ", ")
    let effects = type.function.effectSpecifiers.map { " \($0.trimmed)" } ?? ""
    let call = "self.\(endpoint.identifier.identifier.text)(\(type.arguments { "p\($0)" }))"
    let method = name ?? endpoint.identifier.identifier.text
    return """
      \(raw: attributes(of: endpoint))\(raw: AccessLevel(endpoint.declaration.modifiers).modifier)\
      func \(raw: method)(\(raw: parameters))\(raw: effects) -> \
      \(type.function.returnClause.type.trimmed) {
        \(raw: type.callEffects)\(raw: call)
      }
      """
  }

  /// The attributes that a method needs as well as the closure: its global actor and its
  /// availability.
  private static func attributes(of endpoint: Endpoint) -> String {
    let ofType = endpoint.type.attributes.compactMap { $0.as(AttributeSyntax.self) }.filter {
      !["Sendable", "autoclosure", "convention", "escaping"].contains($0.name)
    }
    let ofProperty = endpoint.declaration.attributes.compactMap { $0.as(AttributeSyntax.self) }
      .filter { $0.name == "available" }
    return (ofProperty + ofType).map { "\($0.trimmed)\n" }.joined()
  }

  private static func methodName(
    _ node: AttributeSyntax, in context: some MacroExpansionContext
  ) throws -> String? {
    guard case .argumentList(let arguments)? = node.arguments,
      let argument = arguments.first(where: { $0.label?.text == "method" })
    else { return nil }
    guard let literal = argument.expression.as(StringLiteralExprSyntax.self),
      let name = literal.representedLiteralValue
    else {
      context.diagnose(
        Diagnostic(
          at: argument.expression, "method-literal", "'method' must be a plain string literal"))
      return nil
    }
    guard !name.isEmpty
    else { return nil }
    guard name.isValidSwiftIdentifier(for: .memberAccess)
    else {
      context.diagnose(
        Diagnostic(
          at: argument.expression, "method-name", "'\(name)' is not a valid name for a method"))
      return nil
    }
    return name
  }
}
