import SwiftSyntax
import SwiftSyntaxBuilder

extension ObservableStateMacro {
  /// An enum has the identity of the payload that it holds, marked with the case.
  static func members(of declaration: EnumDeclSyntax) -> [DeclSyntax] {
    let access = declaration.memberAccess
    let cases = ObservedCases(declaration)
    let members: [(name: String, declaration: DeclSyntax)] = [
      (
        "_$id",
        """
        \(raw: cases.deprecation)\(raw: access)\
        var _$id: ComposableArchitecture.ObservableStateID {
        \(raw: cases.identity)
        }
        """
      ),
      (
        "_$willModify",
        """
        \(raw: cases.deprecation)\(raw: access)mutating func _$willModify() {
        \(raw: cases.willModify)
        }
        """
      ),
    ]
    let declared = ObservedMembers(declaration).declaredNames
    return members.filter { !declared.contains($0.name) }.map(\.declaration)
  }
}

/// The members generated for the cases of an observable enum.
private struct ObservedCases {
  private let elements: CaseElements
  private let tags: [String: Int]

  init(_ declaration: EnumDeclSyntax) {
    elements = CaseElements(declaration)
    tags = Dictionary(
      elements.list.elements.enumerated().map { ($1.element.name.text, $0) },
      uniquingKeysWith: { first, _ in first })
  }

  var deprecation: String { elements.deprecation }

  // Not a `switch`: the compiler does not consider it exhaustive if all cases have uninhabited
  // payloads.

  var identity: String {
    guard elements.hasCases
    else { return "switch self {\n}" }
    let clauses = elements.list.render { element, declaration in
      guard !declaration.isUnavailable
      else { return nil }
      let name = element.name.text
      let tag = "_$tag(\(tags[name, default: 0]))"
      return switch element.parameterClause?.parameters.count ?? 0 {
      case 0: "if case .\(name) = self { return ._$inert.\(tag) }"
      case 1: "if case .\(name)(let v0) = self { return ._$id(for: v0).\(tag) }"
      default: "if case .\(name) = self { return ._$volatile.\(tag) }"
      }
    }
    return "\(clauses)\nreturn ._$volatile"
  }

  var willModify: String {
    elements.list.render { element, declaration in
      guard !declaration.isUnavailable, let parameters = element.parameterClause?.parameters,
        parameters.count == 1, let parameter = parameters.first
      else { return nil }
      let name = element.name.text
      return """
        if case .\(name)(var v0) = self {
        ComposableArchitecture._$willModify(&v0)
        self = .\(name)(\(parameter.firstName?.argumentLabel ?? "")v0)
        return
        }
        """
    }
  }
}
