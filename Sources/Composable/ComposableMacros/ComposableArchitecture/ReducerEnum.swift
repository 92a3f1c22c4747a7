import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// What `@Reducer` adds to an enum of features.
struct ReducerEnum {
  private let declaration: EnumDeclSyntax
  private let cases: ConditionalList<ReducerCase>
  private let deprecation: String
  private let conformances: ReducerConformances

  init(_ declaration: EnumDeclSyntax, _ attribute: AttributeSyntax) {
    self.declaration = declaration
    let elements = CaseElements(declaration)
    cases = elements.list.map { ReducerCase($0.element, of: $0.declaration) }
    deprecation = elements.deprecation
    conformances = ReducerConformances(attribute)
  }

  var diagnostics: [Diagnostic] { conformances.diagnostics }

  var members: [DeclSyntax] {
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

  /// The modifiers that `State` and `Action` share with the enum, but for the access level.
  private var modifiers: String {
    let isIndirect = declaration.modifiers.contains { $0.name.tokenKind == .keyword(.indirect) }
    return declaration.isolation + (isIndirect ? "indirect " : "")
  }

  private func state(_ access: String) -> DeclSyntax {
    let list = (["ComposableArchitecture.CaseReducerState"] + conformances.ofState)
      .joined(separator: ", ")
    return """
      @CasePaths.CasePathable
      @dynamicMemberLookup
      @ComposableArchitecture.ObservableState
      \(raw: access)\(raw: modifiers)enum State: \(raw: list) {
      \(raw: access)typealias StateReducer = \(declaration.name.trimmed)
      \(raw: access)static var _reducer: StateReducer.Type { StateReducer.self }
      \(raw: cases.render(\.stateCase))
      }
      """
  }

  private func action(_ access: String) -> DeclSyntax {
    let list = conformances.ofAction.joined(separator: ", ")
    return """
      @CasePaths.CasePathable
      \(raw: access)\(raw: modifiers)enum Action\(raw: list.isEmpty ? "" : ": \(list)") {
      \(raw: hasActions ? cases.render(\.actionCase) : "")
      }
      """
  }

  /// Whether there is an action at all. The compiler does not see that a `switch` over cases that
  /// cannot exist is exhaustive, if there are no other cases.
  private var hasActions: Bool {
    cases.elements.contains { if case .data = $0.kind { false } else { true } }
  }

  /// The type is spelled out: an opaque one would have to be inferred wherever the enum is used.
  private func bodyType(_ access: String) -> DeclSyntax {
    """
    \(raw: access)typealias Body = \
    ComposableArchitecture._CaseReducers<Self.State, Self.Action>
    """
  }

  private func body(_ access: String) -> DeclSyntax {
    let statements = cases.render(\.bodyStatement)
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

  private func scope(_ access: String) -> DeclSyntax {
    """
    @MainActor
    \(raw: deprecation)\(raw: access)static func scope(\
    _ store: ComposableArchitecture.Store<Self.State, Self.Action>) -> CaseScope {
    switch store.state {
    \(raw: cases.render(\.scopeClause))
    }
    }
    """
  }
}
