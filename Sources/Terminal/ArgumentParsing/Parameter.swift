public protocol CommandParameter: Sendable {
  var specification: Specification { get }
}

/// An option or argument, and the key to its value in ``ParsedArguments``.
public struct Parameter<Output: Sendable>: CommandParameter {
  public let specification: Specification
  let read: @Sendable ([any Sendable]) -> Output?

  public func map<New>(_ transform: @escaping @Sendable (Output) -> New) -> Parameter<New> {
    Parameter<New>(specification: specification) { [read] in read($0).map(transform) }
  }
}

extension Parameter where Output == Bool {
  public static func flag(_ name: String, short: Character? = nil, help: String) -> Self {
    Self(
      specification: Specification(
        kind: .flag, name: name, short: short, placeholder: "", help: help, completion: .none,
        parse: { .value($0) })
    ) { !$0.isEmpty }
  }

  public static func toggle(_ name: String, default defaultValue: Bool, help: String) -> Self {
    Self(
      specification: Specification(
        kind: .toggle, name: name, placeholder: "", help: help, completion: .none,
        defaultText: defaultValue ? "--\(name)" : "--no-\(name)", parse: { .value($0) })
    ) { $0.last as? Bool ?? defaultValue }
  }
}

extension Parameter where Output == Bool? {
  /// A toggle whose default is neither of its values.
  public static func toggle(_ name: String, help: String) -> Self {
    Self(
      specification: Specification(
        kind: .toggle, name: name, placeholder: "", help: help, completion: .none,
        parse: { .value($0) })
    ) { .some($0.last as? Bool) }
  }
}

extension Parameter where Output: ArgumentValue {
  public static func option(
    _ name: String,
    default defaultValue: Output,
    short: Character? = nil,
    placeholder: String = Output.placeholder,
    help: String,
    check: @escaping @Sendable (Output) -> String? = { _ in nil }
  ) -> Self {
    var specification = Specification.value(
      .option, name, short, placeholder, Output.completion, help, check)
    specification.defaultText = defaultValue.argumentText
    return Self(specification: specification) { $0.last as? Output ?? defaultValue }
  }

  public static func argument(
    _ name: String,
    as type: Output.Type = Output.self,
    completion: Completion = Output.completion,
    help: String,
    check: @escaping @Sendable (Output) -> String? = { _ in nil }
  ) -> Self {
    var specification = Specification.value(
      .argument, name, nil, name, completion, help, check)
    specification.isRequired = true
    return Self(specification: specification) { $0.last as? Output }
  }
}

extension Parameter {
  /// - Parameter check: Returns a problem, to follow the value: "must be 1 or more".
  public static func option<Value: ArgumentValue>(
    _ name: String,
    as type: Value.Type = Value.self,
    short: Character? = nil,
    placeholder: String = Value.placeholder,
    completion: Completion = Value.completion,
    help: String,
    check: @escaping @Sendable (Value) -> String? = { _ in nil }
  ) -> Self where Output == Value? {
    Self(
      specification: .value(.option, name, short, placeholder, completion, help, check)
    ) { .some($0.last as? Value) }
  }

  public static func options<Value: ArgumentValue>(
    _ name: String,
    as type: Value.Type = Value.self,
    short: Character? = nil,
    placeholder: String = Value.placeholder,
    completion: Completion = Value.completion,
    help: String,
    check: @escaping @Sendable (Value) -> String? = { _ in nil }
  ) -> Self where Output == [Value] {
    var specification = Specification.value(
      .option, name, short, placeholder, completion, help, check)
    specification.isRepeated = true
    return Self(specification: specification) { $0.compactMap { $0 as? Value } }
  }

  public static func argument<Value: ArgumentValue>(
    optional name: String,
    as type: Value.Type = Value.self,
    completion: Completion = Value.completion,
    help: String
  ) -> Self where Output == Value? {
    Self(
      specification: .value(
        .argument, name, nil, name, completion, help, { (_: Value) in nil })
    ) { .some($0.last as? Value) }
  }

  public static func arguments<Value: ArgumentValue>(
    _ name: String,
    as type: Value.Type = Value.self,
    completion: Completion = Value.completion,
    isRequired: Bool = true,
    help: String
  ) -> Self where Output == [Value] {
    var specification = Specification.value(
      .argument, name, nil, name, completion, help, { (_: Value) in nil })
    specification.isRepeated = true
    specification.isRequired = isRequired
    return Self(specification: specification) { $0.compactMap { $0 as? Value } }
  }
}

extension Specification {
  fileprivate static func value<Value: ArgumentValue>(
    _ kind: Kind, _ name: String, _ short: Character?, _ placeholder: String,
    _ completion: Completion, _ help: String,
    _ check: @escaping @Sendable (Value) -> String?
  ) -> Self {
    Self(
      kind: kind, name: name, short: short, placeholder: placeholder, help: help,
      completion: completion
    ) { text in
      guard let value = Value(argument: text)
      else {
        var problem = "\"\(text)\" is not \(Value.expectedDescription)"
        if case .choices(let choices) = completion, let match = closest(to: text, in: choices) {
          problem += "; did you mean \(match)?"
        }
        return .problem(problem)
      }
      return check(value).map { .problem("\"\(text)\" \($0)") } ?? .value(value)
    }
  }
}
