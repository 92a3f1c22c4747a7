import SwiftSyntax

/// A case of an enum that `@Reducer` is applied to.
struct ReducerCase {
  enum Payload {
    /// The payload is a feature.
    case feature(TypeSyntax, instance: ExprSyntax?)
    /// The payload is state that is cleared by its answer.
    case ephemeral(TypeSyntax)
    /// The payload is data, for which the enum's own `Action` has actions.
    case dataWithActions(TypeSyntax, action: TypeSyntax)
    /// The payload is data, if any.
    case data
  }

  let name: String
  let kind: Payload
  let isUnavailable: Bool
  private let parameters: [EnumCaseParameterSyntax]
  private let attributes: String

  /// - Parameter ownActions: The actions of the enum's own `Action`, by the name of the case.
  init(
    _ element: EnumCaseElementSyntax, of declaration: EnumCaseDeclSyntax,
    ownActions: [String: TypeSyntax]
  ) {
    name = element.name.text
    parameters = element.parameterClause.map { Array($0.parameters) } ?? []
    attributes = declaration.attributes.availability
    isUnavailable = declaration.isUnavailable
    kind = Self.kind(of: parameters, declaration, ownActions[name])
  }

  private static func kind(
    of parameters: [EnumCaseParameterSyntax], _ declaration: EnumCaseDeclSyntax,
    _ ownAction: TypeSyntax?
  ) -> Payload {
    let marks = declaration.attributes.compactMap { $0.as(AttributeSyntax.self)?.name }
    guard parameters.count == 1, let parameter = parameters.first
    else { return .data }
    let type = parameter.type.trimmed
    if marks.contains("ReducerCaseIgnored") {
      return ownAction.map { .dataWithActions(type, action: $0) } ?? .data
    }
    guard parameter.firstName == nil || parameter.firstName?.tokenKind == .wildcard,
      let name = type.nominalName, !plainData.contains(name)
    else { return .data }
    if marks.contains("ReducerCaseEphemeral")
      || ["AlertState", "ConfirmationDialogState"].contains(name)
    {
      return .ephemeral(type)
    }
    return .feature(type, instance: parameter.defaultValue?.value.trimmed)
  }

  /// Names that never belong to a feature.
  private static let plainData: Set = [
    "Bool", "Character", "Double", "Float", "Int", "Never", "String", "UInt", "Void",
  ]

  // MARK: - Output

  var stateCase: String {
    switch kind {
    case .feature(let type, _): "\(attributes)case \(name)(\(type).State)"
    case .dataWithActions, .ephemeral, .data: "\(attributes)case \(name)\(payload)"
    }
  }

  var actionCase: String {
    switch kind {
    case .feature(let type, _), .ephemeral(let type):
      "\(attributes)case \(name)(\(type).Action)"
    case .dataWithActions(_, let action): "\(attributes)case \(name)(\(action))"
    // Data sends no actions. The case exists for exhaustive switches.
    case .data: "\(attributes)case \(name)(Swift.Never)"
    }
  }

  var scopeCase: String {
    switch kind {
    case .feature(let type, _):
      "\(attributes)case \(name)(ComposableArchitecture.StoreOf<\(type)>)"
    case .dataWithActions(let state, let action):
      "\(attributes)case \(name)(ComposableArchitecture.Store<\(state), \(action)>)"
    case .ephemeral, .data: "\(attributes)case \(name)\(payload)"
    }
  }

  /// The statement that adds the case's feature to the body.
  var bodyStatement: String? {
    guard !isUnavailable, case .feature(let type, let instance) = kind
    else { return nil }
    let paths = "\\Self.State.Cases.\(name), \\Self.Action.Cases.\(name)"
    return instance.map { "body.add(\(paths), \($0))" }
      ?? "body.add(\(paths), \(type).self) { $0.init() }"
  }

  /// The statement that returns a store, or the data, of the case if `state` is in it.
  func scopeStatement(_ state: String) -> String? {
    guard !isUnavailable
    else { return nil }
    switch kind {
    case .feature, .dataWithActions:
      return """
        if case .\(name)(let v0) = \(state) {
        return .\(name)(store._scope(\
        case: \\Self.State.Cases.\(name), action: \\Self.Action.Cases.\(name), current: v0))
        }
        """
    case .ephemeral, .data: break
    }
    guard !parameters.isEmpty
    else { return "if case .\(name) = \(state) {\nreturn .\(name)\n}" }
    let patterns = parameters.indices.map { "let v\($0)" }.joined(separator: ", ")
    let arguments = zip(parameters, parameters.indices)
      .map { parameter, index in "\(parameter.firstName?.argumentLabel ?? "")v\(index)" }
      .joined(separator: ", ")
    return "if case .\(name)(\(patterns)) = \(state) {\nreturn .\(name)(\(arguments))\n}"
  }

  private var payload: String {
    guard !parameters.isEmpty
    else { return "" }
    let list =
      parameters
      .map { "\($0.firstName?.argumentLabel ?? "")\($0.type.trimmed)" }
      .joined(separator: ", ")
    return "(\(list))"
  }
}

extension TypeSyntax {
  /// The last name of a type that is written as a name.
  fileprivate var nominalName: String? {
    self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
  }
}
