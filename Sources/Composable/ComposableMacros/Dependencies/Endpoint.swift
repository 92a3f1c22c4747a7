import SwiftSyntax

/// A closure property of a dependency client, read off its declaration.
struct Endpoint {
  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax
  let identifier: IdentifierPatternSyntax
  let writtenType: TypeSyntax
  let type: ClosureType

  /// `nil` unless the declaration is a single stored closure property of an instance.
  init?(_ declaration: VariableDeclSyntax) {
    guard declaration.isStoredInstanceProperty, declaration.bindings.count == 1,
      let binding = declaration.bindings.first,
      let identifier = binding.pattern.as(IdentifierPatternSyntax.self),
      let writtenType = binding.typeAnnotation?.type,
      let type = ClosureType(writtenType)
    else { return nil }
    self.declaration = declaration
    self.binding = binding
    self.identifier = identifier
    self.writtenType = writtenType.trimmed
    self.type = type
  }

  /// The property's name without backticks.
  var name: String { identifier.identifier.identifierName }

  /// The name of the storage property.
  var storageName: String { identifier.identifier.prefixed(by: "_") }

  var defaultValue: ExprSyntax? { binding.initializer?.value.trimmed }

  /// The call of `fatalError` that is all that the default value does.
  var fatalDefault: ExprSyntax? {
    let closure = binding.initializer?.value.as(ClosureExprSyntax.self)
    return closure?.loneExpression.flatMap { $0.isCall(of: fatalErrorNames) ? $0 : nil }
  }

  /// Whether the macro can generate a value that only reports an issue.
  var canBeUnimplemented: Bool {
    type.throwsAnyError || type.returnsVoid || type.returnsOptional || type.returnsNever
  }

  /// The initial value of the endpoint, which reports the call, and then throws or returns the
  /// property's default value.
  func unimplementedValue() -> ExprSyntax? {
    let report = "IssueReporting.reportIssue(\"Unimplemented: '\\(Self.self).\(name)'\")"
    if let closure = defaultValue?.as(ClosureExprSyntax.self) {
      return ExprSyntax(closure.prefixed(by: report, returning: !type.returnsVoid))
    }
    if let defaultValue {
      // It reports by itself.
      return defaultValue.isCall(of: ["IssueReporting.unimplemented", "unimplemented"])
        ? defaultValue : type.closure(reporting: report, thenCalling: defaultValue)
    }
    let parameters =
      type.parameters.isEmpty
      ? "" : " " + type.parameters.map { _ in "_" }.joined(separator: ", ") + " in"
    let ending: String
    if type.throwsAnyError {
      ending = "\nthrow DependenciesMacros.Unimplemented(\"\(name)\")"
    } else if type.returnsVoid {
      ending = ""
    } else if type.returnsOptional {
      ending = "\nreturn nil"
    } else if type.returnsNever {
      return "{\(raw: parameters)\nfatalError(\"Unimplemented: '\\(Self.self).\(raw: name)'\")\n}"
    } else {
      return nil
    }
    return "{\(raw: parameters)\n\(raw: report)\(raw: ending)\n}"
  }
}

private let fatalErrorNames: Set = ["Swift.fatalError", "fatalError"]

extension ClosureExprSyntax {
  /// The expression that is the closure's only statement.
  fileprivate var loneExpression: ExprSyntax? {
    guard statements.count == 1, case .expr(let expression)? = statements.first?.item
    else { return nil }
    return expression
  }

  /// This closure with a statement in front. A lone expression, whose value is returned without
  /// saying so, gets the `return` that it then needs. `fatalError` has no value to return, and a
  /// closure that is called would be taken for an argument of the statement without a `return`.
  fileprivate func prefixed(by statement: String, returning: Bool) -> ClosureExprSyntax {
    var body = statements.trimmedDescription.removingIndentation(
      statements.first?.leadingTrivia.indentation ?? 0)
    if let expression = loneExpression, !expression.isCall(of: fatalErrorNames),
      returning || expression.isCallOfClosure
    {
      body = "return \(expression.trimmed)"
    }
    let signature = signature.map { " \($0.trimmed)" } ?? ""
    let rest = body.isEmpty ? "" : "\n\(body)"
    let closure: ExprSyntax = "{\(raw: signature)\n\(raw: statement)\(raw: rest)\n}"
    return closure.as(ClosureExprSyntax.self) ?? self
  }
}

extension ExprSyntax {
  fileprivate func isCall(of names: Set<String>) -> Bool {
    self.as(FunctionCallExprSyntax.self).map {
      names.contains($0.calledExpression.trimmedDescription)
    } ?? false
  }

  fileprivate var isCallOfClosure: Bool {
    self.as(FunctionCallExprSyntax.self)?.calledExpression.is(ClosureExprSyntax.self) == true
  }
}

extension Trivia {
  /// The number of spaces before the first thing on the line.
  fileprivate var indentation: Int {
    guard case .spaces(let count)? = pieces.last, pieces.contains(where: \.isNewline)
    else { return 0 }
    return count
  }
}

extension String {
  /// The text with at most a number of spaces taken from the start of each line but the first.
  fileprivate func removingIndentation(_ count: Int) -> String {
    split(separator: "\n", omittingEmptySubsequences: false).enumerated().map { index, line in
      let spaces = line.prefix(count).prefix { $0 == " " }.count
      return index == 0 ? line : line.dropFirst(spaces)
    }
    .joined(separator: "\n")
  }
}
