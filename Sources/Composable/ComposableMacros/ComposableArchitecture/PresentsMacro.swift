import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Keeps an optional state in a `PresentationState`.
enum PresentsMacro {
  fileprivate struct PresentedProperty {
    let name: TokenSyntax
    let wrapped: TypeSyntax
    let initialValue: ExprSyntax?
    let access: AccessLevel
    /// The property's name for the registrar, if any.
    let number: String?

    var storage: String { name.prefixed(by: "_") }
    var type: String { "ComposableArchitecture.PresentationState<\(wrapped)>" }
  }

  /// The property for both roles of the macro, or a diagnostic.
  private static func presented(
    _ declaration: some DeclSyntaxProtocol, _ node: AttributeSyntax,
    in context: some MacroExpansionContext
  ) -> Result<PresentedProperty, DiagnosticsError> {
    func failure(
      _ node: some SyntaxProtocol, _ id: String, _ message: String, _ fixIts: [FixIt] = []
    )
      -> Result<PresentedProperty, DiagnosticsError>
    {
      .failure(
        DiagnosticsError(diagnostics: [Diagnostic(at: node, id, message, fixIts: fixIts)]))
    }
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let binding = variable.singleBinding,
      let name = binding.identifier
    else {
      return failure(node, "presents-kind", "'@Presents' applies to one stored property only")
    }
    guard !variable.isLet
    else {
      return failure(
        variable.bindingSpecifier, "presents-let",
        "'@Presents' needs a 'var': what is presented can be dismissed",
        [.useVar(insteadOf: variable.bindingSpecifier)])
    }
    guard variable.isStoredInstanceProperty, binding.accessorBlock == nil
    else {
      return failure(
        node, "presents-stored",
        "'@Presents' applies to a stored property of an instance, without observers")
    }
    guard let type = binding.typeAnnotation?.type
    else {
      return failure(
        binding, "presents-type",
        "'@Presents' needs the type of '\(name.identifierName)' to be written, an optional")
    }
    guard let wrapped = type.wrappedType
    else {
      let optional = OptionalTypeSyntax(wrappedType: type.trimmed.parenthesizedIfNeeded)
      return failure(
        type, "presents-optional", "'@Presents' needs an optional: '\(optional)'",
        [
          FixIt(
            "make-optional", "Replace '\(type.trimmed)' with '\(optional)'", replacing: type,
            with: optional.with(\.trailingTrivia, type.trailingTrivia))
        ])
    }
    let isObserved = context.lexicalContext.first?.asProtocol((any WithAttributesSyntax).self)?
      .attributes.contains { $0.as(AttributeSyntax.self)?.name == "ObservableState" }
    return .success(
      PresentedProperty(
        name: name, wrapped: wrapped.trimmed, initialValue: binding.initializer?.value.trimmed,
        access: AccessLevel(variable.modifiers),
        number: isObserved == true ? "Self._$PresentedNumbers.\(name.text)" : nil))
  }
}

extension PresentsMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard case .success(let presented) = presented(declaration, node, in: context)
    else { return [] }
    return [
      """
      @storageRestrictions(initializes: \(raw: presented.storage))
      init(initialValue) {
      \(raw: presented.storage) = \(raw: presented.type)(wrappedValue: initialValue)
      }
      """
    ] + presented.accessors("\(presented.storage).wrappedValue")
  }
}

extension PresentsMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    let presented = try presented(declaration, node, in: context).get()
    let accessors = presented.accessors(presented.storage).map(\.description)
      .joined(separator: "\n")
    return [
      """
      private var \(raw: presented.storage) = \
      \(raw: presented.type)(wrappedValue: \(presented.initialValue ?? "nil"))
      """,
      """
      \(raw: presented.access.modifier)var \(raw: presented.name.prefixed(by: "$")): \
      \(raw: presented.type) {
      \(raw: accessors)
      }
      """,
    ]
  }
}

extension PresentsMacro.PresentedProperty {
  func accessors(_ storage: String) -> [AccessorDeclSyntax] {
    if let number {
      return ObservationStateTrackedMacro.accessors(number: number, storage: storage)
    }
    return [
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
      """
      _modify {
      yield &\(raw: storage)
      }
      """,
    ]
  }
}

extension TypeSyntax {
  /// The wrapped type of an optional type, in any spelling.
  var wrappedType: TypeSyntax? {
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
    if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
      return optional.wrappedType
    }
    let clause =
      if let type = self.as(IdentifierTypeSyntax.self), type.name.text == "Optional" {
        type.genericArgumentClause
      } else if let type = self.as(MemberTypeSyntax.self), type.name.text == "Optional",
        type.baseType.trimmedDescription == "Swift"
      {
        type.genericArgumentClause
      } else {
        GenericArgumentClauseSyntax?.none
      }
    guard case .type(let wrapped)? = clause?.arguments.first?.argument
    else { return nil }
    return wrapped
  }

  fileprivate var parenthesizedIfNeeded: TypeSyntax {
    self.is(SomeOrAnyTypeSyntax.self) || self.is(FunctionTypeSyntax.self) ? "(\(self))" : self
  }
}
