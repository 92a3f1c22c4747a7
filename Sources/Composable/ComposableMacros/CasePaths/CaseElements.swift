import SwiftDiagnostics
import SwiftSyntax

/// The cases of an enum in source order, within their `#if`s.
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

  /// The attribute for code that names every case: a deprecated case would otherwise cause warnings
  /// in code that the user did not write.
  var deprecation: String {
    list.elements.contains(where: \.declaration.isDeprecated) ? "@available(*, deprecated)\n" : ""
  }

  var hasCases: Bool { !list.isEmpty }

  // MARK: - Output

  /// The case path of each case, as a property.
  func properties(root: String, access: String) -> String {
    list.render { element, declaration in
      guard !declaration.isUnavailable
      else { return nil }
      return CasePathProperty(element, of: declaration, root: root, access: access).text
    }
  }

  /// The statements that return the key path of `root`'s case.
  var search: String {
    list.render { element, declaration in
      let name = element.name.text
      let pattern = list.hasUnconditionalElement ? ".\(name)" : ".\(name)?"
      return declaration.isUnavailable
        ? nil : "if case \(pattern) = root { return \\.\(name) }"
    }
  }

  /// The statements that list all key paths.
  var listing: String {
    let statements = list.render { element, declaration in
      declaration.isUnavailable ? nil : "paths.append(\\.\(element.name.text))"
    }
    // If all conditions are false, the compiler would warn about a variable that never changes.
    let isChanged = list.hasUnconditionalElement { !$0.declaration.isUnavailable }
    return isChanged || statements.isEmpty
      ? statements : "paths.reserveCapacity(\(list.elements.count))\n\(statements)"
  }

  /// Names used in payloads that have another meaning inside `AllCasePaths`.
  var shadowedNames: [String] {
    let mentioned = list.elements
      .compactMap(\.element.parameterClause)
      .reduce(into: Set<String>()) { names, clause in
        // Not `Element` in `IndexSet.Element`, which is a member of another type.
        for token in clause.tokens(viewMode: .sourceAccurate)
        where token.parent?.is(IdentifierTypeSyntax.self) == true {
          names.insert(token.text)
        }
      }
    return CasePathProperty.shadowedNames.filter(mentioned.contains)
  }

  // MARK: - Diagnostics

  /// A diagnostic for each case that has the name of another case, or a name that `macro` needs.
  func problems(for macro: String, takenNames: Set<String>) -> [Diagnostic] {
    var seen: [String: EnumCaseElementSyntax] = [:]
    return list.elements.map(\.element)
      .filter { takenNames.contains($0.name.identifierName) }
      .map { .takenName($0, by: macro) }
      + Self.overloads(list, macro, &seen)
  }

  /// The clauses of one `#if` exclude each other, so they may repeat a name.
  private static func overloads(
    _ list: ConditionalList<Element>, _ macro: String, _ seen: inout [String: EnumCaseElementSyntax]
  ) -> [Diagnostic] {
    var overloads: [Diagnostic] = []
    for item in list.items {
      switch item {
      case .element((let element, _)):
        let name = element.name.identifierName
        if let first = seen[name] {
          overloads.append(.overload(element, of: first, macro))
        } else {
          seen[name] = element
        }
      case .condition(let clauses):
        let before = seen
        for (_, list) in clauses {
          var inClause = before
          overloads += Self.overloads(list, macro, &inClause)
          seen.merge(inClause) { first, _ in first }
        }
      }
    }
    return overloads
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
