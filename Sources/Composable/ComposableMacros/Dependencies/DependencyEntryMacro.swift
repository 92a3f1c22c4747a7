import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Turns a property of `DependencyValues` into an accessor of a dependency.
///
/// A property with a value gets a key of its own; one without is read with its type as the key.
enum DependencyEntryMacro {
  private struct EntryProperty {
    let name: TokenSyntax
    let type: TypeSyntax
    let value: ExprSyntax?

    /// The key's name.
    var key: String { value == nil ? "\(type)" : "__Key_\(name.identifierName)" }

    init?(_ declaration: some DeclSyntaxProtocol) {
      guard let variable = declaration.as(VariableDeclSyntax.self), !variable.isLet,
        variable.isStoredInstanceProperty, variable.bindings.count == 1,
        let binding = variable.bindings.first, !binding.hasObservers,
        let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier,
        let type = binding.writtenType
      else { return nil }
      self.name = name
      self.type = type
      value = binding.initializer?.value.trimmed
    }
  }

  /// The values given to the attribute, by label.
  private static func arguments(of node: AttributeSyntax) -> LabeledExprListSyntax {
    guard case .argumentList(let arguments)? = node.arguments
    else { return [] }
    return arguments
  }
}

extension DependencyEntryMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax,
    providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let entry = EntryProperty(declaration)
    else { return [] }
    return [
      """
      get {
        self[\(raw: entry.key).self]
      }
      """,
      """
      set {
        self[\(raw: entry.key).self] = newValue
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
    guard let entry = EntryProperty(declaration)
    else {
      context.diagnose(misuse(of: node, on: declaration))
      return []
    }
    let arguments = arguments(of: node)
    guard let value = entry.value
    else {
      if let argument = arguments.first {
        context.diagnose(
          Diagnostic(
            at: argument, "value-required",
            """
            '\(entry.name.identifierName)' needs a live value to have others beside it: \
            '= <live value>'
            """))
      }
      return []
    }
    let values =
      ["  static let liveValue: \(entry.type) = \(value)"]
      + arguments.compactMap { argument in
        argument.label.map {
          "  static let \($0.text): \(entry.type) = \(argument.expression.trimmed)"
        }
      }
    return [
      """
      private enum \(raw: entry.key): Dependencies.DependencyKey {
      \(raw: values.joined(separator: "\n"))
      }
      """
    ]
  }

  private static func misuse(
    of node: AttributeSyntax, on declaration: some DeclSyntaxProtocol
  ) -> Diagnostic {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      variable.isStoredInstanceProperty, variable.bindings.count == 1,
      let binding = variable.bindings.first, !binding.hasObservers
    else {
      return Diagnostic(
        at: node, "not-entry",
        "'@DependencyEntry' applies to a property in an extension of 'DependencyValues'")
    }
    let specifier = variable.bindingSpecifier
    guard !variable.isLet
    else {
      return Diagnostic(
        at: specifier, "let", "A dependency must be a 'var', so that it can be overridden",
        fixIts: [
          FixIt(
            "use-var", "Replace 'let' with 'var'", replacing: specifier,
            with: specifier.with(\.tokenKind, .keyword(.var)))
        ])
    }
    return Diagnostic(
      at: binding, "type-required", "'@DependencyEntry' needs the type to be written")
  }
}
