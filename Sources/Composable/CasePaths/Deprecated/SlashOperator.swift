prefix operator /
infix operator .. : CaseAppendingPrecedence

/// The precedence of `..`, higher than that of all other operators.
precedencegroup CaseAppendingPrecedence {
  associativity: left
  higherThan: FunctionArrowPrecedence
}

/// The path to the case of an initializer: `/Action.failed`.
@available(*, deprecated, message: "Write a case key path: '\\.failed'")
public prefix func / <Root, Value>(embed: @escaping (Value) -> Root) -> AnyCasePath<Root, Value> {
  AnyCasePath(unsafe: embed)
}

/// The path to a case without a payload: `/Action.tapped`.
@_disfavoredOverload
@available(*, deprecated, message: "Write a case key path: '\\.tapped'")
public prefix func / <Root>(root: Root) -> AnyCasePath<Root, Void> {
  AnyCasePath(unsafe: root)
}

/// The path from a root to itself: `/Action.self`.
@available(*, deprecated, message: "Write '\\.self'")
public prefix func / <Root>(type: Root.Type) -> AnyCasePath<Root, Root> {
  AnyCasePath()
}

/// The path itself: `/.some`.
@available(*, deprecated, message: "Write a case key path: '\\.self', '\\.some'")
public prefix func / <Root, Value>(path: AnyCasePath<Root, Value>) -> AnyCasePath<Root, Value> {
  path
}

/// Extracts a case's payload, given its initializer: `actions.compactMap(/Action.failed)`.
@_disfavoredOverload
@available(*, deprecated, message: "Write the case as a property: '\\.failed'")
public prefix func / <Root, Value>(embed: @escaping (Value) -> Root) -> (Root) -> Value? {
  { payload(of: $0, madeBy: embed) }
}

/// Returns `Void` if a root is in a case without a payload.
@_disfavoredOverload
@available(*, deprecated, message: "Write the case as a property: '\\.tapped'")
public prefix func / <Root>(root: Root) -> (Root) -> Void? {
  { isSameCase($0, root) ? () : nil }
}

extension AnyCasePath {
  /// Appends a path that starts at the first path's value.
  @available(*, deprecated, message: "Write one case key path: '\\.destination.edit'")
  public static func .. <Next>(
    lhs: AnyCasePath, rhs: AnyCasePath<Value, Next>
  ) -> AnyCasePath<Root, Next> {
    lhs.appending(path: rhs)
  }

  /// Appends the path to the case that a function makes: `/Screen.action .. Action.failed`.
  @available(*, deprecated, message: "Write one case key path: '\\.destination.edit'")
  public static func .. <Next>(
    lhs: AnyCasePath, rhs: @escaping (Next) -> Value
  ) -> AnyCasePath<Root, Next> {
    lhs.appending(path: AnyCasePath<Value, Next>(unsafe: rhs))
  }

  /// Extracts the value at the end of two paths:
  /// `screens.compactMap(/Screen.action .. Action.failed)`.
  @_disfavoredOverload
  @available(*, deprecated, message: "Chain the cases as properties: '\\.action?.failed'")
  public static func .. <Next>(
    lhs: AnyCasePath, rhs: @escaping (Next) -> Value
  ) -> (Root) -> Next? {
    { root in lhs.extract(from: root).flatMap { payload(of: $0, madeBy: rhs) } }
  }

  /// Matches a case path as a pattern: `case /Action.tapped:`.
  @available(*, deprecated, message: "Write a case key path: 'case \\.tapped:'")
  public static func ~= (pattern: AnyCasePath, root: Root) -> Bool {
    pattern.extract(from: root) != nil
  }
}
