import SwiftDiagnostics
import SwiftIfConfig
import SwiftSyntax
import SwiftSyntaxBuilder

/// A dependency client's stored properties, and the initializers that follow from them.
struct Client {
  private struct ClientProperty {
    let name: TokenSyntax
    let type: TypeSyntax
    let access: AccessLevel
    let defaultArgument: ExprSyntax?
    /// Whether an instance can be created without a value for it.
    let isOptional: Bool
    let isEndpoint: Bool
    /// Whether it is a parameter of the memberwise initializer.
    let isParameter: Bool
  }

  private let access: AccessLevel
  private let existing: Set<[String]>
  private var properties: [ClientProperty] = []
  private(set) var diagnostics: [Diagnostic] = []

  init(_ declaration: StructDeclSyntax, in configuration: (any BuildConfiguration)?) {
    access = AccessLevel(declaration.modifiers)
    let members = ConditionalMembers(declaration.memberBlock.members, in: configuration)
    existing = Set(
      members.built.compactMap { $0.as(InitializerDeclSyntax.self) }.map { initializer in
        initializer.signature.parameterClause.parameters.map(\.firstName.text)
      })
    for variable in members.built.storedProperties { add(variable) }
    for variable in members.undecided.storedProperties { checkValue(of: variable) }
  }

  /// A property in an `#if` that the macro can't evaluate is in no initializer, so it must have a
  /// default value.
  private mutating func checkValue(of variable: VariableDeclSyntax) {
    for binding in variable.bindings where binding.initializer == nil {
      let isOptional = !variable.isLet && binding.writtenType?.is(OptionalTypeSyntax.self) == true
      let isEndpoint =
        !variable.isLet && variable.attribute("DependencyEndpointIgnored") == nil
        && Endpoint(variable)?.canBeUnimplemented == true
      guard !isOptional, !isEndpoint
      else { continue }
      diagnostics.append(
        Diagnostic(
          at: binding, "undecided-value",
          """
          '@DependencyClient' cannot tell whether '\(binding.pattern.trimmedDescription)' is part \
          of the build, and so cannot put it in the initializer: give it a value, or declare it \
          outside of the '#if'
          """))
    }
  }

  private mutating func add(_ variable: VariableDeclSyntax) {
    guard variable.bindings.count == 1
    else {
      diagnostics.append(
        Diagnostic(
          at: variable, "several-bindings",
          "'@DependencyClient' needs a declaration of its own for each property"))
      return
    }
    for binding in variable.bindings {
      // A constant with a value is not for an initializer to set.
      if variable.isLet, binding.initializer != nil { continue }
      guard let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.trimmed
      else { continue }
      guard let type = binding.writtenType
      else {
        diagnostics.append(missingType(of: binding, name))
        continue
      }
      let isIgnored = variable.attribute("DependencyEndpointIgnored") != nil
      let endpoint = variable.isLet || isIgnored ? nil : Endpoint(variable)
      let implicitNil: ExprSyntax? =
        !variable.isLet && type.is(OptionalTypeSyntax.self) ? "nil" : nil
      let value = binding.initializer?.value.trimmed ?? implicitNil
      let hasValue = value != nil || endpoint?.canBeUnimplemented == true
      let access = AccessLevel(variable.modifiers)
      properties.append(
        ClientProperty(
          name: name, type: type, access: access,
          defaultArgument: endpoint == nil ? value : nil,
          isOptional: hasValue,
          isEndpoint: endpoint != nil,
          isParameter: endpoint != nil || !hasValue || access >= .internal))
    }
  }

  private func missingType(of binding: PatternBindingSyntax, _ name: TokenSyntax) -> Diagnostic {
    let annotation = TypeAnnotationSyntax(
      colon: .colonToken(trailingTrivia: .space), type: TypeSyntax("<#Type#>"))
    let pattern = binding.pattern.with(\.trailingTrivia, [])
    var fixed = binding.with(\.pattern, pattern).with(\.typeAnnotation, annotation)
    fixed.initializer?.equal.leadingTrivia = .space
    return Diagnostic(
      at: binding, "type-required",
      """
      '@DependencyClient' needs the type of '\(name.identifierName)' to be written, to put it in \
      the initializer
      """,
      fixIts: [FixIt("insert-type", "Insert ': <#Type#>'", replacing: binding, with: fixed)])
  }

  /// A memberwise initializer and an empty one, unless they exist.
  var initializers: [DeclSyntax] {
    let parameters = properties.filter(\.isParameter)
    var initializers: [DeclSyntax] = []
    let canTakeParameters = properties.allSatisfy { $0.isParameter || $0.isOptional }
    if !parameters.isEmpty, canTakeParameters,
      !existing.contains(parameters.map(\.name.text))
    {
      initializers.append(memberwise(parameters))
    }
    if properties.allSatisfy(\.isOptional), !existing.contains([]) {
      initializers.append("\(raw: max(access, .internal).modifier)init() {\n}")
    }
    return initializers
  }

  private func memberwise(_ parameters: [ClientProperty]) -> DeclSyntax {
    let list = parameters.map { property in
      let escaping = ClosureType(property.type) == nil ? "" : "@escaping "
      let value = property.defaultArgument.map { " = \($0)" } ?? ""
      return "  \(property.name): \(escaping)\(property.type)\(value)"
    }
    .joined(separator: ",\n")
    // Endpoints are set last: their setters may use `self`, which must be complete.
    let (others, endpoints) = (
      parameters.filter { !$0.isEndpoint }, parameters.filter(\.isEndpoint)
    )
    let assignments = (others + endpoints).map { "  self.\($0.name) = \($0.name)" }
      .joined(separator: "\n")
    // Like a memberwise initializer, with the lowest access level of its properties.
    let access = parameters.map(\.access).reduce(max(access, .internal), min)
    return """
      \(raw: access.modifier)init(
      \(raw: list)
      ) {
      \(raw: assignments)
      }
      """
  }
}

/// Members, with those inside `#if`.
private struct ConditionalMembers {
  /// The active ones.
  private(set) var built: [DeclSyntax] = []
  /// Properties in an `#if` that the macro can't evaluate, such as `canImport`. They can be set
  /// after initialization.
  private(set) var undecided: [DeclSyntax] = []

  init(_ members: MemberBlockItemListSyntax, in configuration: (any BuildConfiguration)?) {
    add(members, in: configuration)
  }

  private mutating func add(
    _ members: MemberBlockItemListSyntax, in configuration: (any BuildConfiguration)?
  ) {
    for item in members {
      guard let condition = item.decl.as(IfConfigDeclSyntax.self)
      else {
        built.append(item.decl)
        continue
      }
      let active = configuration.map { condition.activeClause(in: $0) }
      guard let active, !active.diagnostics.contains(where: { $0.diagMessage.severity == .error })
      else {
        addUndecided(condition)
        continue
      }
      if case .decls(let members)? = active.clause?.elements { add(members, in: configuration) }
    }
  }

  private mutating func addUndecided(_ condition: IfConfigDeclSyntax) {
    for clause in condition.clauses {
      guard case .decls(let members)? = clause.elements
      else { continue }
      for item in members {
        if let condition = item.decl.as(IfConfigDeclSyntax.self) {
          addUndecided(condition)
        } else {
          undecided.append(item.decl)
        }
      }
    }
  }
}

extension [DeclSyntax] {
  fileprivate var storedProperties: [VariableDeclSyntax] {
    compactMap { $0.as(VariableDeclSyntax.self) }
      .filter { $0.isStoredInstanceProperty && !$0.hasPropertyWrapper }
  }
}
