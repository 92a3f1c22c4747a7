import SwiftDiagnostics
import SwiftSyntax

/// The conformances requested by `@Reducer(state: .equatable, action: .sendable)`.
struct ReducerConformances {
  private(set) var ofState: [String] = []
  private(set) var ofAction: [String] = []
  private(set) var diagnostics: [Diagnostic] = []

  private static let protocols = [
    "codable": "Swift.Codable", "decodable": "Swift.Decodable", "encodable": "Swift.Encodable",
    "equatable": "Swift.Equatable", "hashable": "Swift.Hashable", "sendable": "Swift.Sendable",
  ]

  init(_ attribute: AttributeSyntax) {
    guard case .argumentList(let arguments)? = attribute.arguments
    else { return }
    var label = ""
    for argument in arguments {
      label = argument.label?.text ?? label
      guard
        let name = argument.expression.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
        let conformance = Self.protocols[name]
      else {
        let known = Self.protocols.keys.sorted().map { "'.\($0)'" }.joined(separator: ", ")
        diagnostics.append(
          Diagnostic(
            at: argument.expression, "reducer-conformance",
            "'@Reducer' must be told a conformance by its name here, one of \(known)"))
        continue
      }
      if label == "action" { ofAction.append(conformance) } else { ofState.append(conformance) }
    }
  }
}
