import SwiftSyntax

/// A case of an enum that `@Reducer` is applied to.
struct ReducerCase {
  enum Payload {
    /// The payload is a feature.
    case feature(TypeSyntax, instance: ExprSyntax?)
    /// The payload is state that is gone once it is answered.
    case ephemeral(TypeSyntax)
    /// The payload is data, if there is any.
    case data
  }

  let name: String
  let kind: Payload
  let isUnavailable: Bool
  private let parameters: [EnumCaseParameterSyntax]
  private let attributes: String

  init(_ element: EnumCaseElementSyntax, of declaration: EnumCaseDeclSyntax) {
    name = element.name.text
    parameters = element.parameterClause.map { Array($0.parameters) } ?? []
    attributes = declaration.attributes.availability
    isUnavailable = declaration.isUnavailable
    kind = Self.kind(of: parameters, declaration)
  }

  private static func kind(
    of parameters: [EnumCaseParameterSyntax], _ declaration: EnumCaseDeclSyntax
  ) -> Payload {
    let marks = declaration.attributes.compactMap { $0.as(AttributeSyntax.self)?.name }
    guard parameters.count == 1, let parameter = parameters.first,
      parameter.firstName == nil || parameter.firstName?.tokenKind == .wildcard,
      !marks.contains("ReducerCaseIgnored"), let name = parameter.type.nominalName
    else { return .data }
    let type = parameter.type.trimmed
    if marks.contains("ReducerCaseEphemeral")
      || ["AlertState", "ConfirmationDialogState"].contains(name)
    {
      return .ephemeral(type)
    }
    return .feature(type, instance: parameter.defaultValue?.value.trimmed)
  }

  // MARK: - What is written

  var stateCase: String {
    switch kind {
    case .feature(let type, _): "\(attributes)case \(name)(\(type).State)"
    case .ephemeral, .data: "\(attributes)case \(name)\(payload)"
    }
  }

  var actionCase: String {
    switch kind {
    case .feature(let type, _), .ephemeral(let type):
      "\(attributes)case \(name)(\(type).Action)"
    // No action comes from data. The case is there for code that switches over all of them.
    case .data: "\(attributes)case \(name)(Swift.Never)"
    }
  }

  var scopeCase: String {
    switch kind {
    case .feature(let type, _):
      "\(attributes)case \(name)(ComposableArchitecture.StoreOf<\(type)>)"
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

  /// The clause that makes a store, or its data, out of the state's case.
  var scopeClause: String {
    guard !isUnavailable
    else { return "case .\(name):\nfatalError(\"'\(name)' is unavailable\")" }
    if case .feature = kind {
      return """
        case .\(name)(let v0):
        return .\(name)(store._scope(\
        case: \\Self.State.Cases.\(name), action: \\Self.Action.Cases.\(name), current: v0))
        """
    }
    guard !parameters.isEmpty
    else { return "case .\(name):\nreturn .\(name)" }
    let patterns = parameters.indices.map { "let v\($0)" }.joined(separator: ", ")
    let arguments = zip(parameters, parameters.indices)
      .map { parameter, index in "\(parameter.label ?? "")v\(index)" }
      .joined(separator: ", ")
    return "case .\(name)(\(patterns)):\nreturn .\(name)(\(arguments))"
  }

  private var payload: String {
    guard !parameters.isEmpty
    else { return "" }
    let list = parameters.map { "\($0.label ?? "")\($0.type.trimmed)" }.joined(separator: ", ")
    return "(\(list))"
  }
}

extension EnumCaseParameterSyntax {
  /// The label with its colon and a space, if there is one.
  var label: String? {
    firstName.flatMap { $0.tokenKind == .wildcard ? nil : "\($0.text): " }
  }
}

extension TypeSyntax {
  /// The last name of a type that is written as a name.
  fileprivate var nominalName: String? {
    self.as(IdentifierTypeSyntax.self)?.name.text ?? self.as(MemberTypeSyntax.self)?.name.text
  }
}
