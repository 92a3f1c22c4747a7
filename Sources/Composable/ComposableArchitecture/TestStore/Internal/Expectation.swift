import CasePaths

/// The description of an expected action.
struct Expectation<Action> {
  let matches: (Action) -> Bool

  /// Names the action or case, if possible. This takes longer than the rest of a step, and only a
  /// failure needs it.
  private let describe: () -> String?

  /// The problem with another action that arrived instead.
  let mismatch: (Action) -> String

  init(predicate: @escaping (Action) -> Bool) {
    matches = predicate
    describe = { nil }
    mismatch = { FailureText.dump($0) }
  }

  /// The action or case, if it can be named.
  var name: String? { describe() }
}

extension Expectation {
  init<Value>(casePath: AnyCasePath<Action, Value>) {
    matches = { casePath.extract(from: $0) != nil }
    // A case path does not have the name of the case.
    describe = { "    \(sourceName(of: Action.self)) in a case \(Self.text(for: Value.self))" }
    mismatch = { FailureText.dump($0) }
  }

  private static func text(for payload: any Any.Type) -> String {
    payload == Void.self ? "without a payload" : "that holds '\(sourceName(of: payload))'"
  }
}

extension Expectation where Action: Equatable {
  init(action: Action) {
    matches = { $0 == action }
    describe = { FailureText.dump(action) }
    mismatch = { FailureText.difference(action, $0, names: ("Expected", "Received")) }
  }
}

extension Expectation where Action: CasePathable {
  init<Value>(path: CaseKeyPath<Action, Value>) {
    self.init(casePath: AnyCasePath(path))
  }

  init<Value: Equatable>(path: CaseKeyPath<Action, Value>, value: Value) {
    let casePath = AnyCasePath(path)
    let expected = casePath.embed(value)
    matches = { casePath.extract(from: $0) == value }
    describe = { FailureText.dump(expected) }
    mismatch = { action in
      guard casePath.extract(from: action) != nil
      else { return FailureText.dump(action) }
      return FailureText.difference(expected, action, names: ("Expected", "Received"))
    }
  }
}
