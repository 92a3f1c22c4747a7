/// How it is noticed that a value of some type was replaced.
class StateIdentity<Value> {
  /// Before a change.
  func begin(_ value: inout Value) -> ObservableStateID { ._$inert }

  /// After a change: whether another value has taken the place of the one that there was. A value
  /// without an identity is taken for another one after each change.
  func isReplaced(_ value: inout Value, since identity: ObservableStateID) -> Bool { true }

  fileprivate init() {}

  /// The rule for a type.
  static func make() -> StateIdentity<Value> {
    guard let type = Value.self as? any _Identified.Type
    else { return StateIdentity<Value>() }
    return type._$makeIdentity() as? StateIdentity<Value> ?? StateIdentity<Value>()
  }
}

private final class IdentifiedState<Value: _Identified>: StateIdentity<Value> {
  override func begin(_ value: inout Value) -> ObservableStateID {
    value._$willModify()
    return value._$id
  }

  override func isReplaced(_ value: inout Value, since identity: ObservableStateID) -> Bool {
    value._$id != identity
  }
}

extension _Identified {
  fileprivate static func _$makeIdentity() -> AnyObject {
    IdentifiedState<Self>()
  }
}
