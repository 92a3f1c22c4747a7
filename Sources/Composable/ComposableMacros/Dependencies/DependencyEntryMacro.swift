import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Turns a property of `DependencyValues` into an accessor of a dependency.
///
/// A property with a value or a live value gets its own key; one without is read with its type as
/// the key.
enum DependencyEntryMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let key = try? DependencyEntry(declaration, node).key
    else { return [] }
    return [
      """
      get {
        self[\(raw: key).self]
      }
      """,
      """
      set {
        self[\(raw: key).self] = newValue
      }
      """,
    ]
  }
}

extension DependencyEntryMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let entry = try DependencyEntry(declaration, node)
    // Without an access level, it has that of its parent.
    let surroundings = context.lexicalContext.lazy
      .compactMap { $0.as(ExtensionDeclSyntax.self) }
      .map { AccessLevel($0.modifiers) }.first
    return entry.keyDeclaration(surroundings: surroundings ?? .internal).map { [$0] } ?? []
  }
}

/// The arguments of `@DependencyEntry`.
private struct DependencyEntry {
  private let name: TokenSyntax
  private let type: TypeSyntax?
  private let access: AccessLevel
  /// The test value, or `nil` if the type is its own key, or tests get the live value.
  private let value: ExprSyntax?
  private let isOwnKey: Bool
  private let keyName: String?
  private let others: [(label: String, value: ExprSyntax)]

  init(_ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax) throws {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      variable.isStoredInstanceProperty, variable.bindings.count == 1,
      let binding = variable.bindings.first, !binding.hasObservers,
      let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed
    else {
      throw Self.error(
        at: node, "not-entry",
        "'@DependencyEntry' applies to a property in an extension of 'DependencyValues'")
    }
    let specifier = variable.bindingSpecifier
    guard !variable.isLet
    else {
      throw Self.error(
        at: specifier, "let", "A dependency must be a 'var', so that it can be overridden",
        [.useVar(insteadOf: specifier)])
    }
    self.name = name
    type = binding.writtenType
    access = AccessLevel(variable.modifiers)
    (keyName, others) = try Self.arguments(of: node)
    let isLive = others.contains { $0.label == "liveValue" }
    let isNil = !isLive && type?.is(OptionalTypeSyntax.self) == true
    value = binding.initializer?.value.trimmed ?? (isNil ? "nil" : nil)
    isOwnKey =
      value == nil && keyName == nil && others.isEmpty
      && (type?.is(IdentifierTypeSyntax.self) == true || type?.is(MemberTypeSyntax.self) == true)
    guard value != nil || isOwnKey || isLive && type != nil
    else {
      throw Self.error(
        at: node.arguments.map(Syntax.init) ?? Syntax(binding), "value-required",
        "'\(name.identifierName)' needs a value, which tests get: '= <test value>'")
    }
  }

  private static func arguments(
    of node: AttributeSyntax
  ) throws -> (keyName: String?, others: [(String, ExprSyntax)]) {
    guard case .argumentList(let arguments)? = node.arguments
    else { return (nil, []) }
    var keyName: String?
    var others: [(String, ExprSyntax)] = []
    for argument in arguments {
      if let label = argument.label?.text {
        others.append((label, argument.expression.trimmed))
        continue
      }
      let literal = argument.expression.as(StringLiteralExprSyntax.self)?.representedLiteralValue
      guard let literal, literal.isValidSwiftIdentifier(for: .variableName)
      else {
        throw error(
          at: argument.expression, "key-name",
          "The key's name must be a plain string literal that is a name for a type")
      }
      keyName = literal
    }
    return (keyName, others)
  }

  /// The key's name.
  var key: String {
    if let keyName { return keyName }
    return isOwnKey ? "\(type ?? "Self")" : name.prefixed(by: "__Key_")
  }

  func keyDeclaration(surroundings: AccessLevel) -> DeclSyntax? {
    guard !isOwnKey
    else { return nil }
    // Others may give a key with a name its live value, elsewhere.
    let level = access == .internal ? surroundings : access
    let access = keyName == nil ? "" : max(level, .fileprivate).modifier
    let isLive = others.contains { $0.label == "liveValue" }
    let members: [String]
    if let value, type == nil, !others.isEmpty {
      // The compiler finds no types for values that name each other as the protocol does.
      members =
        ["private static let _value = \(value)", member("testValue", "_value", access)]
        + others.map { other in
          let value: ExprSyntax =
            "DependenciesMacros._entryValue(\(other.value), ofTypeOf: _value)"
          return member(other.label, value, access)
        }
    } else {
      members =
        (value.map { [member("testValue", $0, access)] } ?? [])
        + others.map { member($0.label, $0.value, access) }
    }
    return """
      \(raw: keyName == nil ? "private " : access)enum \(raw: key): \
      Dependencies.\(raw: isLive ? "DependencyKey" : "TestDependencyKey") {
      \(raw: members.joined(separator: "\n"))
      }
      """
  }

  /// The value is created on each access, so that tests don't share it. Without a written type,
  /// only a stored property can infer the type of its value.
  private func member(_ label: String, _ value: ExprSyntax, _ access: String) -> String {
    guard let type
    else { return "\(access)static let \(label) = \(value)" }
    return "\(access)static var \(label): \(type) {\n\(value)\n}"
  }

  private static func error(
    at node: some SyntaxProtocol, _ id: String, _ message: String, _ fixIts: [FixIt] = []
  ) -> DiagnosticsError {
    DiagnosticsError(diagnostics: [Diagnostic(at: node, id, message, fixIts: fixIts)])
  }
}
