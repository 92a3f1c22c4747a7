import SwiftSyntax

/// A closure's type: the function type inside attributes and parentheses.
struct ClosureType {
  let function: FunctionTypeSyntax
  let attributes: AttributeListSyntax
  let specifiers: TypeSpecifierListSyntax

  /// `nil` if the type is not written as a function's, or is an optional one.
  init?(_ type: TypeSyntax) {
    var type = type
    var attributes: [AttributeListSyntax.Element] = []
    var specifiers: [TypeSpecifierListSyntax.Element] = []
    while true {
      if let function = type.as(FunctionTypeSyntax.self) {
        self.function = function
        self.attributes = AttributeListSyntax(attributes)
        self.specifiers = TypeSpecifierListSyntax(specifiers)
        return
      } else if let attributed = type.as(AttributedTypeSyntax.self) {
        attributes += attributed.attributes
        specifiers += attributed.specifiers
        type = attributed.baseType
      } else if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
        let element = tuple.elements.first, element.firstName == nil
      {
        type = element.type
      } else {
        return nil
      }
    }
  }

  var parameters: TupleTypeElementListSyntax { function.parameters }

  var isAsync: Bool { function.effectSpecifiers?.asyncSpecifier != nil }

  var throwsClause: ThrowsClauseSyntax? { function.effectSpecifiers?.throwsClause }

  var canThrow: Bool { throwsClause != nil && throwsClause?.type?.trimmedDescription != "Never" }

  /// Whether the closure can throw the macro's error.
  var throwsAnyError: Bool {
    guard let throwsClause
    else { return false }
    guard let type = throwsClause.type?.trimmedDescription
    else { return true }
    return type == "any Error" || type == "any Swift.Error"
  }

  private var result: TypeSyntax {
    var type = function.returnClause.type
    while let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
      let element = tuple.elements.first
    {
      type = element.type
    }
    return type
  }

  var returnsVoid: Bool {
    if let tuple = result.as(TupleTypeSyntax.self) { return tuple.elements.isEmpty }
    return ["Void", "Swift.Void"].contains(result.trimmedDescription)
  }

  var returnsOptional: Bool {
    result.is(OptionalTypeSyntax.self)
      || result.as(IdentifierTypeSyntax.self)?.name.text == "Optional"
  }

  var returnsNever: Bool {
    Self.neverNames.contains(result.trimmedDescription)
  }

  /// Whether it has no parameters.
  var takesNever: Bool {
    parameters.contains { Self.neverNames.contains($0.type.trimmedDescription) }
  }

  private static let neverNames = ["Never", "Swift.Never"]

  var isVariadic: Bool { parameters.contains { $0.ellipsis != nil } }

  /// Whether a parameter has a name for a method's label.
  var hasLabels: Bool {
    parameters.contains { ($0.secondName?.text ?? "_") != "_" }
  }

  /// `try await`, as far as a call needs them.
  var callEffects: String { (canThrow ? "try " : "") + (isAsync ? "await " : "") }

  /// The arguments that pass on the parameters called `name(0)`, `name(1)` and so on.
  func arguments(_ name: (Int) -> String) -> String {
    parameters.enumerated().map { index, parameter in
      switch true {
      case parameter.isInout: "&\(name(index))"
      case parameter.isAutoclosure: "\(name(index))()"
      default: name(index)
      }
    }
    .joined(separator: ", ")
  }

  /// A closure of this type that runs a statement and then calls a function of this type.
  func closure(reporting statement: String, thenCalling function: ExprSyntax) -> ExprSyntax {
    let call = "\(callEffects)(\(function))(\(arguments { "$\($0)" }))"
    return "{\n\(raw: statement)\n\(raw: returnsVoid ? "" : "return ")\(raw: call)\n}"
  }
}

extension TupleTypeElementSyntax {
  fileprivate var isInout: Bool {
    inoutKeyword != nil
      || type.as(AttributedTypeSyntax.self)?.specifiers.contains {
        $0.as(SimpleTypeSpecifierSyntax.self)?.specifier.tokenKind == .keyword(.inout)
      } == true
  }

  fileprivate var isAutoclosure: Bool {
    type.as(AttributedTypeSyntax.self)?.attributes.contains {
      $0.as(AttributeSyntax.self)?.attributeName.trimmedDescription == "autoclosure"
    } == true
  }
}
