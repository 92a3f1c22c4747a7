extension Store where State: CasePathable {
  /// The store of the feature that the state is in the case of. The code that `@Reducer` writes for
  /// an enum calls this.
  ///
  /// - Parameters:
  ///   - payload: What the case holds now. The store shows it, or what it was last, when the state
  ///     has gone on to another case.
  ///   - state: The case of the state.
  ///   - action: The case of the action.
  public func _$scope<ChildState, ChildAction>(
    _ payload: ChildState, _ state: CaseKeyPath<State, ChildState>,
    _ action: CaseKeyPath<Action, ChildAction>
  ) -> Store<ChildState, ChildAction> {
    scope(state: \.[_payload: CasePayload(payload, of: state)], action: action)
  }
}

/// A case, and what it last held. In key paths it stands for the case alone.
final class CasePayload<Root: CasePathable, Value>: Hashable {
  private let keyPath: CaseKeyPath<Root, Value>
  private let path: AnyCasePath<Root, Value>
  private var last: Value

  init(_ payload: Value, of keyPath: CaseKeyPath<Root, Value>) {
    self.keyPath = keyPath
    path = AnyCasePath(keyPath)
    last = payload
  }

  func value(in root: Root) -> Value {
    if let value = path.extract(from: root) { last = value }
    return last
  }

  static func == (lhs: CasePayload, rhs: CasePayload) -> Bool {
    lhs.keyPath == rhs.keyPath
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(keyPath)
  }
}

extension CasePathable {
  fileprivate subscript<Value>(_payload payload: CasePayload<Self, Value>) -> Value {
    payload.value(in: self)
  }
}
