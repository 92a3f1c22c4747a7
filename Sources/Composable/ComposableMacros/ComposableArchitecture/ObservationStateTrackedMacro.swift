import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Adds storage for a property, and accessors that notify the registrar. Its argument is the
/// property's number in the registrar.
enum ObservationStateTrackedMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let name = storedName(of: declaration), let number = number(node)
    else { return [] }
    var accessors = accessors(number: number, storage: name)
    // Observers run whenever the stored value has been handed out for modification: once for each time
    // that the registrar looks at it.
    let hasObservers =
      declaration.as(VariableDeclSyntax.self)?.singleBinding?.hasObservers == true
    if hasObservers { accessors.removeLast() }
    return [
      """
      @storageRestrictions(initializes: \(raw: name))
      init(initialValue) {
      \(raw: name) = initialValue
      }
      """
    ] + accessors
  }

  /// How a stored value is read and changed under the eyes of the registrar: `get`, `set` and
  /// `_modify`, in this order.
  static func accessors(
    number: String, storage: String
  ) -> [AccessorDeclSyntax] {
    [
      """
      get {
      _$observationRegistrar.access(\(raw: number))
      return \(raw: storage)
      }
      """,
      """
      set {
      _$observationRegistrar.set(\(raw: number), &\(raw: storage), newValue)
      }
      """,
      """
      _modify {
      let identity = _$observationRegistrar.willModify(\(raw: number), &\(raw: storage))
      defer {
      _$observationRegistrar.didModify(\(raw: number), &\(raw: storage), identity)
      }
      yield &\(raw: storage)
      }
      """,
    ]
  }

  private static func number(_ node: AttributeSyntax) -> String? {
    guard case .argumentList(let arguments)? = node.arguments
    else { return nil }
    return arguments.first?.expression.trimmedDescription
  }

  private static func storedName(of declaration: some DeclSyntaxProtocol) -> String? {
    declaration.as(VariableDeclSyntax.self)?.singleBinding?.identifier
      .map { $0.prefixed(by: "_") }
  }
}

extension ObservationStateTrackedMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let binding = variable.singleBinding, let name = storedName(of: variable),
      let identifier = binding.identifier
    else { return [] }
    let modifiers = variable.modifiers.filter {
      [.keyword(.weak), .keyword(.unowned)].contains($0.name.tokenKind)
    }
    let stored =
      binding
      .with(\.pattern, "\(raw: name)")
      .with(
        \.accessorBlock,
        binding.accessorBlock.map { $0.renaming(identifier.identifierName, to: name) }
      )
    return [
      "private \(modifiers)var \(stored.trimmed)"
    ]
  }
}
