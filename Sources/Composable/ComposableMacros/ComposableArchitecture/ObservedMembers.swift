import SwiftSyntax

/// The stored properties of a struct that `@ObservableState` gives numbers to.
struct ObservedMembers {
  struct NumberedProperty {
    let number: Int
    let name: TokenSyntax
    let isPresented: Bool
    let isDeprecated: Bool
  }

  let list: ConditionalList<NumberedProperty>
  /// The names of the variables, functions and the like that the source declares in the struct.
  let declaredNames: Set<String>
  private let numbers: [String: Int]

  init(_ declaration: some DeclGroupSyntax) {
    var names: Set<String> = []
    // The clauses of one `#if` exclude each other: a name has one number in all of them.
    var numbers: [String: Int] = [:]
    list = ConditionalList(declaration.memberBlock.members) { member in
      names.formUnion(member.declaredNames)
      guard let variable = member.as(VariableDeclSyntax.self),
        variable.isTracked || variable.isPresented,
        let name = variable.singleBinding?.identifier
      else { return [] }
      let number = numbers[name.identifierName] ?? numbers.count
      numbers[name.identifierName] = number
      return [
        NumberedProperty(
          number: number, name: name, isPresented: variable.isPresented,
          isDeprecated: variable.attributes.availability.contains("deprecated"))
      ]
    }
    declaredNames = names
    self.numbers = numbers
  }

  func number(of variable: VariableDeclSyntax) -> Int? {
    variable.singleBinding?.identifier.flatMap { numbers[$0.identifierName] }
  }
}

extension DeclSyntax {
  fileprivate var declaredNames: [String] {
    if let variable = self.as(VariableDeclSyntax.self) {
      return variable.bindings.compactMap { $0.identifier?.identifierName }
    }
    return self.asProtocol((any NamedDeclSyntax).self).map { [$0.name.identifierName] } ?? []
  }
}

extension PatternBindingSyntax {
  /// The name that is bound, if it is one name.
  var identifier: TokenSyntax? {
    pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed
  }
}

extension VariableDeclSyntax {
  var singleBinding: PatternBindingSyntax? {
    bindings.count == 1 ? bindings.first : nil
  }

  /// Whether `@Presents` is applied and applicable.
  var isPresented: Bool {
    attribute("Presents") != nil && !isLet && isStoredInstanceProperty
      && singleBinding?.accessorBlock == nil
      && singleBinding?.typeAnnotation?.type.wrappedType != nil
  }

  /// Whether `@ObservableState` adds accessors to the property: it is a stored variable, and no
  /// other macro or wrapper is known to store it.
  var isTracked: Bool {
    !isLet && isStoredInstanceProperty
      && !attributeNames.contains { Self.attributesThatStore.contains($0) }
  }

  private var attributeNames: [String] {
    attributes.compactMap { $0.as(AttributeSyntax.self)?.name }
  }

  /// Macros and wrappers that store or observe the property. Other attributes may be macros, which
  /// an observed property can have.
  private static let attributesThatStore: Set = [
    "Fetch", "FetchAll", "FetchOne", "ObservationIgnored", "ObservationStateIgnored",
    "ObservationStateTracked", "ObservationTracked", "PresentationState", "Presents", "Shared",
    "SharedReader",
  ]
}
