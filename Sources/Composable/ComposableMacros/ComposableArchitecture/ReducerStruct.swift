import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// What `@Reducer` finds in a struct, and what it adds.
struct ReducerStruct {
  private let declaration: StructDeclSyntax
  private let declared: [DeclSyntax]

  init(_ declaration: StructDeclSyntax) {
    self.declaration = declaration
    declared = ConditionalList(declaration.memberBlock.members) { [$0] }.elements
  }

  /// What a feature without logic lacks: a state, an action, and a body that does nothing. One with
  /// logic may have its types in an extension; those that the logic alone mentions get their names.
  var members: [DeclSyntax] {
    let access = declaration.memberAccess
    let (hasState, hasAction) = (hasType("State"), hasType("Action"))
    var members: [DeclSyntax] = []
    if body != nil || reduce != nil {
      if let types = writtenTypes {
        if !hasState { members.append("\(raw: access)typealias State = \(raw: types.state)") }
        if !hasAction { members.append("\(raw: access)typealias Action = \(raw: types.action)") }
      }
      return members
    }
    if !hasState {
      members.append(
        """
        @ComposableArchitecture.ObservableState
        \(raw: access)struct State: Codable, Equatable, Hashable, Sendable {
        \(raw: access)init() {
        }
        }
        """)
    }
    if !hasAction {
      members.append(
        """
        @CasePaths.CasePathable
        \(raw: access)enum Action: Equatable, Hashable, Sendable {
        }
        """)
    }
    members.append(
      """
      \(raw: access)var body: ComposableArchitecture.EmptyReducer<Self.State, Self.Action> {
      ComposableArchitecture.EmptyReducer()
      }
      """)
    return members
  }

  var diagnostics: [Diagnostic] {
    guard let reduce, let body
    else { return [] }
    return [
      Diagnostic(
        at: reduce.name, "reduce-and-body",
        """
        '\(declaration.name.trimmed)' has a 'body', so this 'reduce' is never called: write one \
        of the two, or use 'Reduce' in the body
        """, severity: .warning,
        notes: [Note(node: Syntax(body), message: MacroNote(id: "body", message: "'body' is here"))]
      )
    ]
  }

  // MARK: - What is there

  private func hasType(_ name: String) -> Bool {
    declared.contains { declaration in
      switch declaration.kind {
      case .actorDecl, .classDecl, .enumDecl, .structDecl, .typeAliasDecl:
        declaration.asProtocol((any NamedDeclSyntax).self)?.name.text == name
      default: false
      }
    }
      || declaration.genericParameterClause?.parameters.contains { $0.name.text == name } == true
  }

  private var body: VariableDeclSyntax? {
    declared.lazy.compactMap { $0.as(VariableDeclSyntax.self) }.first(where: \.isBody)
  }

  private var reduce: FunctionDeclSyntax? {
    declared.lazy.compactMap { $0.as(FunctionDeclSyntax.self) }.first { function in
      function.name.text == "reduce"
        && function.signature.parameterClause.parameters.map(\.firstName.text)
          == ["into", "action"]
    }
  }

  /// The types that the body, or the function, works on, where they are not the feature's own.
  private var writtenTypes: (state: String, action: String)? {
    let types: [TypeSyntax]
    if let body {
      guard let constraint = body.reducerConstraint,
        constraint.name.text == "Reducer", let clause = constraint.genericArgumentClause
      else { return nil }
      types = clause.arguments.compactMap {
        if case .type(let type) = $0.argument { type } else { nil }
      }
    } else if let reduce {
      types = reduce.signature.parameterClause.parameters.map { parameter in
        parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type
      }
    } else {
      return nil
    }
    let names = types.map(\.trimmedDescription)
    guard names.count == 2,
      hasType("State") || !["State", "Self.State"].contains(names[0]),
      hasType("Action") || !["Action", "Self.Action"].contains(names[1])
    else { return nil }
    return (names[0], names[1])
  }
}

extension VariableDeclSyntax {
  var isBody: Bool {
    singleBinding?.identifier?.text == "body"
      && !modifiers.contains { [.keyword(.static), .keyword(.class)].contains($0.name.tokenKind) }
  }

  /// The `Reducer<…>` or `ReducerOf<…>` that an opaque type names.
  var reducerConstraint: IdentifierTypeSyntax? {
    guard
      let type = singleBinding?.typeAnnotation?.type.as(SomeOrAnyTypeSyntax.self),
      type.someOrAnySpecifier.tokenKind == .keyword(.some)
    else { return nil }
    let constraint =
      type.constraint.as(IdentifierTypeSyntax.self)
      ?? type.constraint.as(MemberTypeSyntax.self).map {
        IdentifierTypeSyntax(name: $0.name, genericArgumentClause: $0.genericArgumentClause)
      }
    return constraint.flatMap {
      ["Reducer", "ReducerOf"].contains($0.name.text) ? $0 : nil
    }
  }

  /// Whether the body lists reducers, and is not marked with a builder yet.
  var isComposedBody: Bool {
    guard isBody, reducerConstraint != nil, let binding = singleBinding, binding.isComputed
    else { return false }
    return attribute("ReducerBuilder") == nil
      && !attributes.contains { attribute in
        attribute.as(AttributeSyntax.self)?.attributeName.trimmedDescription
          .contains("ReducerBuilder") == true
      }
  }
}
