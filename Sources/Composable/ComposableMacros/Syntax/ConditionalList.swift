import SwiftSyntax

/// Elements found in a list of members, in source order, with the `#if`s around them.
struct ConditionalList<Element> {
  enum ConditionalMember {
    case element(Element)
    case condition([(clause: IfConfigClauseSyntax, list: ConditionalList)])
  }

  let items: [ConditionalMember]

  /// - Parameter elements: Returns a member's elements. Not called for `#if`s.
  init(_ members: MemberBlockItemListSyntax, _ elements: (DeclSyntax) -> [Element]) {
    items = members.flatMap { member -> [ConditionalMember] in
      guard let condition = member.decl.as(IfConfigDeclSyntax.self)
      else { return elements(member.decl).map(ConditionalMember.element) }
      let clauses = condition.clauses.map { clause in
        let members = clause.elements?.as(MemberBlockItemListSyntax.self) ?? []
        return (clause: clause, list: ConditionalList(members, elements))
      }
      return clauses.allSatisfy(\.list.isEmpty) ? [] : [.condition(clauses)]
    }
  }

  private init(items: [ConditionalMember]) {
    self.items = items
  }

  var isEmpty: Bool { items.isEmpty }

  var hasConditions: Bool {
    items.contains { if case .condition = $0 { true } else { false } }
  }

  /// Whether an element exists under all conditions.
  var hasUnconditionalElement: Bool { hasUnconditionalElement { _ in true } }

  func hasUnconditionalElement(where predicate: (Element) -> Bool) -> Bool {
    items.contains { if case .element(let element) = $0 { predicate(element) } else { false } }
  }

  /// All elements, of every clause.
  var elements: [Element] {
    items.flatMap { item -> [Element] in
      switch item {
      case .element(let element): [element]
      case .condition(let clauses): clauses.flatMap(\.list.elements)
      }
    }
  }

  func map<Other>(_ transform: (Element) -> Other) -> ConditionalList<Other> {
    ConditionalList<Other>(
      items: items.map { item in
        switch item {
        case .element(let element): .element(transform(element))
        case .condition(let clauses): .condition(clauses.map { ($0, $1.map(transform)) })
        }
      })
  }

  /// The text for each element, one after the other, between the `#if`s of the source.
  func render(_ text: (Element) -> String?) -> String {
    items
      .compactMap { item -> String? in
        switch item {
        case .element(let element):
          return text(element)
        case .condition(let clauses):
          let lines = clauses.flatMap { clause, list in
            let condition = clause.condition.map { " \($0.trimmedDescription)" } ?? ""
            return [clause.poundKeyword.text + condition, list.render(text)]
          }
          return (lines + ["#endif"]).filter { !$0.isEmpty }.joined(separator: "\n")
        }
      }
      .joined(separator: "\n")
  }
}
