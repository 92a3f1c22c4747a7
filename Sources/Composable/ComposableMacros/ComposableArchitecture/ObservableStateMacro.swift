import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@ObservableState`: notifies a registrar of each read and change of a struct's properties, and
/// gives an enum the identity of its payload.
enum ObservableStateMacro: ExtensionMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
    in context: some MacroExpansionContext
  ) throws -> [ExtensionDeclSyntax] {
    guard declaration.is(StructDeclSyntax.self) || declaration.is(EnumDeclSyntax.self),
      !protocols.isEmpty
    else { return [] }
    if let problem = declaration.hiddenTypeDiagnostic(for: "@ObservableState", in: context) {
      context.diagnose(problem)
      return []
    }
    let isolation = declaration.extensionIsolation(in: context)
    return [
      try ExtensionDeclSyntax(
        """
        \(raw: declaration.attributes.availability)\
        extension \(type.trimmed): \
        \(raw: isolation)ComposableArchitecture.ObservableState {
        }
        """)
    ]
  }
}

extension ObservableStateMacro: MemberAttributeMacro {
  static func expansion(
    of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
    providingAttributesFor member: some DeclSyntaxProtocol, in context: some MacroExpansionContext
  ) throws -> [AttributeSyntax] {
    guard declaration.is(StructDeclSyntax.self),
      let variable = member.as(VariableDeclSyntax.self), variable.isTracked,
      let number = ObservedMembers(declaration).number(of: variable)
    else { return [] }
    return ["@ComposableArchitecture.ObservationStateTracked(\(raw: number))"]
  }
}

extension ObservableStateMacro: MemberMacro {
  static func expansion(
    of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
    conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if let declaration = declaration.as(EnumDeclSyntax.self) {
      return members(of: declaration)
    }
    guard let declaration = declaration.as(StructDeclSyntax.self)
    else {
      context.diagnose(
        Diagnostic(
          at: declaration.introducer, "observable-state-kind",
          """
          '@ObservableState' applies to a struct or an enum, not to \(declaration.kindInWords): a \
          feature's state is a value
          """))
      return []
    }
    declaration.unobservableMembers.forEach(context.diagnose)
    return members(of: declaration)
  }

  static func members(of declaration: StructDeclSyntax) -> [DeclSyntax] {
    let access = declaration.memberAccess
    let observed = ObservedMembers(declaration)
    var members: [(name: String, declaration: DeclSyntax)] = [
      (
        "_$observationRegistrar",
        """
        \(raw: access)var _$observationRegistrar = \
        ComposableArchitecture.ObservationStateRegistrar()
        """
      ),
      (
        "_$id",
        """
        \(raw: access)var _$id: ComposableArchitecture.ObservableStateID {
        _$observationRegistrar.id
        }
        """
      ),
      (
        "_$willModify",
        """
        \(raw: access)mutating func _$willModify() {
        _$observationRegistrar._$willModify()
        }
        """
      ),
      ("_$properties", properties(observed, access: access)),
    ]
    if let numbers = presentedNumbers(observed) { members.append(("_$PresentedNumbers", numbers)) }
    return members.filter { !observed.declaredNames.contains($0.name) }.map(\.declaration)
  }

  /// The storage of each observed property.
  private static func properties(_ observed: ObservedMembers, access: String) -> DeclSyntax {
    let type = "[ComposableArchitecture._ObservedProperty<Self>]"
    let text = { (property: ObservedMembers.NumberedProperty) in
      let (path, storage) = property.paths
      return """
        ComposableArchitecture._ObservedProperty(\
        \(property.number), \\Self.\(path), storage: \\Self.\(storage), \
        registrar: \\Self._$observationRegistrar)
        """
    }
    let body =
      observed.list.hasConditions
      ? """
      var properties: \(type) = []
      properties.reserveCapacity(\(observed.list.elements.count))
      \(observed.list.render { "properties.append(\(text($0)))" })
      return properties
      """
      : observed.list.isEmpty
        ? "[]"
        : """
        [
        \(observed.list.render { "\(text($0))," })
        ]
        """
    // Otherwise the compiler would warn about the use of a deprecated property.
    let deprecation =
      observed.list.elements.contains(where: \.isDeprecated) ? "@available(*, deprecated)\n" : ""
    return """
      \(raw: deprecation)\(raw: access)static var _$properties: \(raw: type) {
      \(raw: body)
      }
      """
  }

  /// Property numbers for the code of `@Presents`, a macro that sees only its own property.
  private static func presentedNumbers(_ observed: ObservedMembers) -> DeclSyntax? {
    guard observed.list.elements.contains(where: \.isPresented)
    else { return nil }
    let numbers = observed.list.render { property in
      guard property.isPresented
      else { return nil }
      return "static var \(property.name.text): Swift.Int { \(property.number) }"
    }
    return """
      private enum _$PresentedNumbers {
      \(raw: numbers)
      }
      """
  }
}

extension ObservedMembers.NumberedProperty {
  /// The names of observed and stored properties, in a key path.
  fileprivate var paths: (observed: String, storage: String) {
    (isPresented ? name.prefixed(by: "$") : name.text, name.prefixed(by: "_"))
  }
}
