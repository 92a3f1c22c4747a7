import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The cases of an enum in the order of the source, within the `#if`s that they stand in.
struct CaseElements {
  private indirect enum Item {
    case element(EnumCaseElementSyntax, in: EnumCaseDeclSyntax)
    case condition([(clause: IfConfigClauseSyntax, items: [Item])])
  }

  private let items: [Item]

  init(_ declaration: EnumDeclSyntax) {
    items = Self.items(of: declaration.memberBlock.members)
  }

  private static func items(of members: MemberBlockItemListSyntax) -> [Item] {
    members.flatMap { member -> [Item] in
      if let declaration = member.decl.as(EnumCaseDeclSyntax.self) {
        return declaration.elements.map { .element($0, in: declaration) }
      }
      guard let condition = member.decl.as(IfConfigDeclSyntax.self)
      else { return [] }
      let clauses = condition.clauses.map { clause in
        let members = clause.elements?.as(MemberBlockItemListSyntax.self)
        return (clause: clause, items: members.map { Self.items(of: $0) } ?? [])
      }
      return clauses.allSatisfy(\.items.isEmpty) ? [] : [.condition(clauses)]
    }
  }

  /// The text for each case, one after the other, between the `#if`s of the source.
  private func render(_ text: (EnumCaseElementSyntax, EnumCaseDeclSyntax) -> String?) -> String {
    Self.render(items, text)
  }

  private static func render(
    _ items: [Item], _ text: (EnumCaseElementSyntax, EnumCaseDeclSyntax) -> String?
  ) -> String {
    items
      .compactMap { item -> String? in
        switch item {
        case .element(let element, let declaration):
          return text(element, declaration)
        case .condition(let clauses):
          let lines = clauses.flatMap { clause, items in
            let condition = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
            return [clause.poundKeyword.text + condition, render(items, text)]
          }
          return (lines + ["#endif"]).filter { !$0.isEmpty }.joined(separator: "\n")
        }
      }
      .joined(separator: "\n")
  }

  /// The attribute for what mentions every case: a deprecated case would otherwise be warned about
  /// in code that the user did not write.
  var deprecation: String {
    Self.declarations(items).contains(where: \.isDeprecated) ? "@available(*, deprecated)\n" : ""
  }

  private static func declarations(_ items: [Item]) -> [EnumCaseDeclSyntax] {
    items.flatMap { item -> [EnumCaseDeclSyntax] in
      switch item {
      case .element(_, let declaration): [declaration]
      case .condition(let clauses): clauses.flatMap { declarations($0.items) }
      }
    }
  }

  private static func elements(_ items: [Item]) -> [EnumCaseElementSyntax] {
    items.flatMap { item -> [EnumCaseElementSyntax] in
      switch item {
      case .element(let element, _): [element]
      case .condition(let clauses): clauses.flatMap { elements($0.items) }
      }
    }
  }

  var hasCases: Bool { !items.isEmpty }

  // MARK: - What is written

  /// The case path of each case, as a property.
  func properties(root: String, access: String) -> String {
    render { element, declaration in
      guard !declaration.isUnavailable
      else { return nil }
      return CasePathProperty(element, of: declaration, root: root, access: access).text
    }
  }

  /// What finds the key path of the case that a root is in. An enum without cases has no root.
  var reflection: String {
    guard hasCases
    else { return "\\.never" }
    let clauses = render { element, declaration in
      let name = element.name.text
      return "case .\(name):\nreturn \\.\(declaration.isUnavailable ? "never" : name)"
    }
    return "switch root {\n\(clauses)\n}"
  }

  /// The statements that list all key paths.
  var list: String {
    render { element, declaration in
      declaration.isUnavailable ? nil : "paths.append(\\.\(element.name.text))"
    }
  }

  /// Names that mean something else inside of `AllCasePaths`, among those that payloads mention.
  var shadowedNames: [String] {
    let mentioned = Self.elements(items)
      .compactMap(\.parameterClause)
      .reduce(into: Set<String>()) { names, clause in
        for token in clause.tokens(viewMode: .sourceAccurate) { names.insert(token.text) }
      }
    return CasePathProperty.shadowedNames.filter(mentioned.contains)
  }

  // MARK: - What is wrong

  /// Reports the cases that share a name, and returns whether there were none. The clauses of one
  /// `#if` exclude each other, so they may repeat a name.
  func diagnoseOverloads(in context: some MacroExpansionContext) -> Bool {
    var seen: [String: EnumCaseElementSyntax] = [:]
    return Self.diagnoseOverloads(items, &seen, in: context)
  }

  private static func diagnoseOverloads(
    _ items: [Item], _ seen: inout [String: EnumCaseElementSyntax],
    in context: some MacroExpansionContext
  ) -> Bool {
    var areUnique = true
    for item in items {
      switch item {
      case .element(let element, _):
        let name = element.name.identifier?.name ?? element.name.text
        if let first = seen[name] {
          context.diagnose(.overload(element, of: first))
          areUnique = false
        } else {
          seen[name] = element
        }
      case .condition(let clauses):
        let before = seen
        for (_, items) in clauses {
          var inClause = before
          areUnique = diagnoseOverloads(items, &inClause, in: context) && areUnique
          seen.merge(inClause) { first, _ in first }
        }
      }
    }
    return areUnique
  }
}

extension EnumCaseDeclSyntax {
  /// Whether the case is marked `@available(*, unavailable)`.
  var isUnavailable: Bool {
    availability.contains { $0.mentions("unavailable") }
  }

  var isDeprecated: Bool {
    availability.contains { $0.mentions("deprecated") }
  }

  /// The `@available` attributes of the case.
  var availability: [AttributeSyntax] {
    attributes.compactMap { $0.as(AttributeSyntax.self) }
      .filter { $0.attributeName.trimmedDescription == "available" }
  }
}

extension AttributeSyntax {
  fileprivate func mentions(_ word: String) -> Bool {
    tokens(viewMode: .sourceAccurate).contains { $0.text == word }
  }
}
