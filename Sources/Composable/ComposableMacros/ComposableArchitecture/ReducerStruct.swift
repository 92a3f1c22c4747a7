import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The members `@Reducer` finds in a struct, and those it adds.
struct ReducerStruct {
  private let declaration: StructDeclSyntax
  private let declared: [DeclSyntax]

  init(_ declaration: StructDeclSyntax) {
    self.declaration = declaration
    declared = ConditionalList(declaration.memberBlock.members) { [$0] }.elements
  }

  /// The members missing from a feature without logic: a state, an action, and an empty body. A
  /// feature with logic may declare its types in an extension; type aliases are added for types
  /// that only its logic names.
  var members: [DeclSyntax] {
    let access = declaration.memberAccess
    let (hasState, hasAction) = (hasType("State"), hasType("Action"))
    var members: [DeclSyntax] = []
    if body != nil || reduce != nil {
      return writtenTypes.filter { !hasType($0.name) && !$0.isOwn }.map {
        "\(raw: access)typealias \(raw: $0.name) = \(raw: $0.type)"
      }
    }
    if !hasState {
      let state = DeclSyntax(
        """
        \(raw: access)\(raw: declaration.isolation)struct State: \
        ComposableArchitecture.ObservableState, Swift.Codable, Swift.Hashable, Swift.Sendable {
        \(raw: access)init() {
        }
        }
        """
      ).cast(StructDeclSyntax.self)
      members.append(DeclSyntax(state.adding(ObservableStateMacro.members(of: state))))
    }
    if !hasAction {
      let action = DeclSyntax(
        """
        \(raw: access)\(raw: declaration.isolation)enum Action: \
        \(raw: CasePathMembers.conformances.joined(separator: ", ")), \
        Swift.Hashable, Swift.Sendable {
        }
        """
      ).cast(EnumDeclSyntax.self)
      members.append(DeclSyntax(action.adding(CasePathMembers(action).declarations)))
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
    uncalledFunction.map { [$0] } ?? []
  }

  /// A function for another type of action may be a part of the body.
  private var uncalledFunction: Diagnostic? {
    guard let body, let reduce,
      let action = reduce.signature.parameterClause.parameters.last?.type.trimmedDescription,
      ownNames(of: "Action").contains(action)
    else { return nil }
    return Diagnostic(
      at: reduce.name, "reduce-and-body",
      """
      '\(declaration.name.trimmed)' has a 'body', so this 'reduce' is never called: write one of \
      the two, or use 'Reduce' in the body
      """, severity: .warning,
      notes: [Note(node: Syntax(body), message: MacroNote(id: "body", message: "'body' is here"))])
  }

  // MARK: - Existing members

  /// The types for the body's builder: the feature's own, or those that the body names, which may
  /// belong to an enclosing feature.
  var builderArguments: String {
    let types = writtenTypes.map { written in
      written.isOwn && written.type == written.name && !hasType(written.name)
        ? written.name : "Self.\(written.name)"
    }
    return types.count == 2 ? types.joined(separator: ", ") : "Self.State, Self.Action"
  }

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

  /// The state and action types that the body or the function names, and whether they are the
  /// feature's own.
  private var writtenTypes: [(name: String, type: String, isOwn: Bool)] {
    let names = ["State", "Action"]
    let types: [String]
    if let body {
      let constraint = body.reducerConstraint
      let arguments = (constraint?.genericArgumentClause?.arguments).map(Array.init) ?? []
      let written = arguments.map(\.argument.trimmedDescription)
      types =
        constraint?.name.text == "ReducerOf"
        ? names.map { "\(written.first ?? "Self").\($0)" } : written
    } else {
      types =
        reduce?.signature.parameterClause.parameters.map { parameter in
          let type = parameter.type.as(AttributedTypeSyntax.self)?.baseType ?? parameter.type
          return type.trimmedDescription
        } ?? []
    }
    return zip(names, types).map { name, type in
      (name, type, ownNames(of: name).contains(type))
    }
  }

  private func ownNames(of name: String) -> [String] {
    [name, "Self.\(name)", "\(declaration.name.text).\(name)"]
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

  /// Whether the body lists reducers without a builder attribute.
  var isComposedBody: Bool {
    guard isBody, reducerConstraint != nil, let binding = singleBinding, binding.isComputed
    else { return false }
    return !attributes.contains { attribute in
      attribute.as(AttributeSyntax.self)?.attributeName.trimmedDescription
        .contains("ReducerBuilder") == true
    }
  }
}
