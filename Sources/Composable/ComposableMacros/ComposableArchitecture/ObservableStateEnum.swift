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

/// What is written for the cases of an observable enum.
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

  var identity: String {
    let clauses = elements.list.render { element, declaration in
      let name = element.name.text
      let tag = "_$tag(\(tags[name, default: 0]))"
      switch element.parameterClause?.parameters.count ?? 0 {
      case 0:
        return "case .\(name):\nreturn ._$inert.\(tag)"
      case 1 where !declaration.isUnavailable:
        return "case .\(name)(let v0):\nreturn ._$id(for: v0).\(tag)"
      default:
        return "case .\(name):\nreturn ._$volatile.\(tag)"
      }
    }
    return "switch self {\n\(clauses)\n}"
  }

  var willModify: String {
    guard elements.list.elements.contains(where: { $0.element.parameterClause != nil })
    else { return "" }
    let clauses = elements.list.render { element, declaration in
      let name = element.name.text
      guard !declaration.isUnavailable, let parameters = element.parameterClause?.parameters,
        parameters.count == 1, let parameter = parameters.first
      else { return "case .\(name):\nbreak" }
      let label = parameter.firstName.flatMap {
        $0.tokenKind == .wildcard ? nil : "\($0.text): "
      }
      return """
        case .\(name)(var v0):
        ComposableArchitecture._$willModify(&v0)
        self = .\(name)(\(label ?? "")v0)
        """
    }
    return "switch self {\n\(clauses)\n}"
  }
}
