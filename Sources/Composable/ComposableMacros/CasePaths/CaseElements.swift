import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// The cases of an enum in the order of the source, within the `#if`s that they stand in.
struct CaseElements {
  typealias Element = (element: EnumCaseElementSyntax, declaration: EnumCaseDeclSyntax)

  let list: ConditionalList<Element>

  init(_ declaration: EnumDeclSyntax) {
    list = ConditionalList(declaration.memberBlock.members) { member in
      guard let declaration = member.as(EnumCaseDeclSyntax.self)
      else { return [] }
      return declaration.elements.map { ($0, declaration) }
    }
  }

  /// The attribute for what mentions every case: a deprecated case would otherwise be warned about
  /// in code that the user did not write.
  var deprecation: String {
    list.elements.contains(where: \.declaration.isDeprecated) ? "@available(*, deprecated)\n" : ""
  }

  var hasCases: Bool { !list.isEmpty }

  // MARK: - What is written

  /// The case path of each case, as a property.
  func properties(root: String, access: String) -> String {
    list.render { element, declaration in
      guard !declaration.isUnavailable
      else { return nil }
      return CasePathProperty(element, of: declaration, root: root, access: access).text
    }
  }

  /// What finds the key path of the case that a root is in. An enum without cases has no root.
  var reflection: String {
    guard hasCases
    else { return "\\.never" }
    let clauses = list.render { element, declaration in
      let name = element.name.text
      return "case .\(name):\nreturn \\.\(declaration.isUnavailable ? "never" : name)"
    }
    return "switch root {\n\(clauses)\n}"
  }

  /// The statements that list all key paths.
  var listing: String {
    list.render { element, declaration in
      declaration.isUnavailable ? nil : "paths.append(\\.\(element.name.text))"
    }
  }

  /// Names that mean something else inside of `AllCasePaths`, among those that payloads mention.
  var shadowedNames: [String] {
    let mentioned = list.elements
      .compactMap(\.element.parameterClause)
      .reduce(into: Set<String>()) { names, clause in
        // Not the last name of `IndexSet.Element`: it is that of another type's member.
        for token in clause.tokens(viewMode: .sourceAccurate)
        where token.parent?.is(IdentifierTypeSyntax.self) == true {
          names.insert(token.text)
        }
      }
    return CasePathProperty.shadowedNames.filter(mentioned.contains)
  }

  // MARK: - What is wrong

  /// Reports the cases that share a name, and returns whether there were none. The clauses of one
  /// `#if` exclude each other, so they may repeat a name.
  func diagnoseOverloads(in context: some MacroExpansionContext) -> Bool {
    var seen: [String: EnumCaseElementSyntax] = [:]
    return Self.diagnoseOverloads(list, &seen, in: context)
  }

  private static func diagnoseOverloads(
    _ list: ConditionalList<Element>, _ seen: inout [String: EnumCaseElementSyntax],
    in context: some MacroExpansionContext
  ) -> Bool {
    var areUnique = true
    for item in list.items {
      switch item {
      case .element((let element, _)):
        let name = element.name.identifier?.name ?? element.name.text
        if let first = seen[name] {
          context.diagnose(.overload(element, of: first))
          areUnique = false
        } else {
          seen[name] = element
        }
      case .condition(let clauses):
        let before = seen
        for (_, list) in clauses {
          var inClause = before
          areUnique = diagnoseOverloads(list, &inClause, in: context) && areUnique
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
