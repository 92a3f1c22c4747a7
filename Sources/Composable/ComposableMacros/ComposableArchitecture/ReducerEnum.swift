import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The members that `@Reducer` adds to an enum of features.
struct ReducerEnum {
  private let declaration: EnumDeclSyntax
  private let elements: CaseElements
  private let cases: ConditionalList<ReducerCase>
  private let deprecation: String
  private let conformances: ReducerConformances

  init(_ declaration: EnumDeclSyntax, _ attribute: AttributeSyntax) {
    self.declaration = declaration
    elements = CaseElements(declaration)
    let ownActions = declaration.ownActions
    cases = elements.list.map {
      ReducerCase($0.element, of: $0.declaration, ownActions: ownActions)
    }
    deprecation = elements.deprecation
    conformances = ReducerConformances(attribute)
  }

  var diagnostics: [Diagnostic] { conformances.diagnostics + problems }

  /// Problems that prevent the expansion.
  var problems: [Diagnostic] {
    elements.problems(for: "@Reducer", takenNames: Self.takenNames)
  }

  /// The names of the generated members, which no case may have.
  private static let takenNames = CasePathMembers.takenNames.union([
    "Action", "Body", "CaseScope", "Protocol", "Self", "State", "StateReducer", "Type", "_reducer",
    "body", "self",
  ])

  var members: [DeclSyntax] {
    guard problems.isEmpty
    else { return [] }
    let access = declaration.memberAccess
    let declared = ObservedMembers(declaration).declaredNames
    return [
      ("State", state(access)), ("Action", action(access)),
      ("Body", bodyType(access)), ("body", body(access)),
      ("CaseScope", caseScope(access)), ("scope", scope(access)),
    ]
    .filter { !declared.contains($0.0) && ($0.0 != "Body" || !declared.contains("body")) }
    .map(\.1)
  }

  /// The modifiers that `State` and `Action` share with the enum, except the access level.
  private var modifiers: String {
    let isIndirect = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.indirect) }
    return declaration.isolation + (isIndirect ? "indirect " : "")
  }

  private func state(_ access: String) -> DeclSyntax {
    let list =
      CasePathMembers.conformances
      + ["ComposableArchitecture.CaseReducerState", "ComposableArchitecture.ObservableState"]
      + conformances.ofState
    let state = enumeration(
      """
      @dynamicMemberLookup
      \(access)\(modifiers)enum State: \(list.joined(separator: ", ")) {
      \(access)typealias StateReducer = \(declaration.name.trimmed)
      \(access)static var _reducer: StateReducer.Type { StateReducer.self }
      \(cases.render(\.stateCase))
      }
      """)
    return DeclSyntax(
      state.adding(
        CasePathMembers(state).declarations + ObservableStateMacro.members(of: state)))
  }

  private func action(_ access: String) -> DeclSyntax {
    let list = CasePathMembers.conformances + conformances.ofAction
    let action = enumeration(
      """
      \(access)\(modifiers)enum Action: \(list.joined(separator: ", ")) {
      \(cases.render(\.actionCase))
      }
      """)
    return DeclSyntax(action.adding(CasePathMembers(action).declarations))
  }

  private func enumeration(_ text: String) -> EnumDeclSyntax {
    DeclSyntax("\(raw: text)").cast(EnumDeclSyntax.self)
  }

  /// The type is spelled out: an opaque one would have to be inferred wherever the enum is used.
  private func bodyType(_ access: String) -> DeclSyntax {
    """
    \(raw: access)typealias Body = \
    ComposableArchitecture._CaseReducers<Self.State, Self.Action>
    """
  }

  private func body(_ access: String) -> DeclSyntax {
    var statements = cases.render(\.bodyStatement)
    // The conditions may leave none, and the compiler warns of a variable that nothing changes.
    if !statements.isEmpty, !cases.hasUnconditionalElement(where: { $0.bodyStatement != nil }) {
      statements = "body.reserveCapacity(\(cases.elements.count))\n\(statements)"
    }
    return """
      \(raw: deprecation)\(raw: access)static var body: Body {
      \(raw: statements.isEmpty ? "let" : "var") body = Body()
      \(raw: statements)
      return body
      }
      """
  }

  private func caseScope(_ access: String) -> DeclSyntax {
    """
    \(raw: access)enum CaseScope {
    \(raw: cases.render(\.scopeCase))
    }
    """
  }

  /// Not a `switch`: the compiler does not consider it exhaustive if all cases have uninhabited
  /// payloads.
  private func scope(_ access: String) -> DeclSyntax {
    """
    @MainActor
    \(raw: deprecation)\(raw: access)static func scope(\
    _ store: ComposableArchitecture.Store<Self.State, Self.Action>) -> CaseScope {
    \(raw: scopeStatements)
    }
    """
  }

  private var scopeStatements: String {
    guard elements.hasCases
    else { return "switch store.state {\n}" }
    let end = "Swift.fatalError(\"The state is in a case that is not available\")"
    // The conditions may leave no case, and an unavailable one is not looked for: the compiler warns
    // of a constant that cannot exist, or is not used.
    guard cases.hasUnconditionalElement(where: { $0.scopeStatement("state") != nil })
    else { return "\(cases.render { $0.scopeStatement("store.state") })\n\(end)" }
    return """
      let state = store.state
      \(cases.render { $0.scopeStatement("state") })
      \(end)
      """
  }
}

extension EnumDeclSyntax {
  /// The payloads of the cases of an `Action` that is declared in the enum, by their names.
  fileprivate var ownActions: [String: TypeSyntax] {
    let actions = memberBlock.members.lazy.compactMap { $0.decl.as(EnumDeclSyntax.self) }
      .first { $0.name.text == "Action" }
    let elements = actions.map { CaseElements($0).list.elements.map(\.element) } ?? []
    let payloads = elements.compactMap { element in
      element.parameterClause.flatMap { clause in
        clause.parameters.count == 1
          ? clause.parameters.first.map { (element.name.text, $0.type.trimmed) } : nil
      }
    }
    return Dictionary(payloads) { first, _ in first }
  }
}

extension DeclGroupSyntax {
  /// The declaration with appended members.
  func adding(_ members: [DeclSyntax]) -> Self {
    var copy = self
    copy.memberBlock.members += members.map {
      MemberBlockItemSyntax(decl: $0.with(\.leadingTrivia, .newline))
    }
    return copy
  }
}
