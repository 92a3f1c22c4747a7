/// Detection of replaced values of a type.
@usableFromInline
class StateIdentity<Value> {
  /// Before a change.
  @usableFromInline
  func begin(_ value: inout Value) -> ObservableStateID { ._$inert }

  /// Returns the part of the value that a change replaced. A value without an identity counts as
  /// replaced after each change.
  func replacement(_ value: inout Value, since identity: ObservableStateID) -> Replacement {
    .whole
  }

  /// Notes whether a change replaces anything.
  @inlinable
  final func watch<R>(
    _ value: inout Value, _ isReplaced: inout Bool, _ change: (inout Value) -> R
  ) -> R {
    let before = begin(&value)
    defer { isReplaced = replaces(&value, before) }
    return change(&value)
  }

  @usableFromInline
  final func replaces(_ value: inout Value, _ before: ObservableStateID) -> Bool {
    replacement(&value, since: before) != .nothing
  }

  enum Replacement {
    case nothing
    /// The value was replaced, or elements of a collection were added, removed, or moved.
    case whole
    /// The value is a collection, and elements of it were replaced.
    case elements
  }

  fileprivate init() {}

  /// The rule for a type.
  @usableFromInline
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

  override func replacement(
    _ value: inout Value, since identity: ObservableStateID
  ) -> Replacement {
    let newIdentity = value._$id
    guard newIdentity != identity
    else { return .nothing }
    return Value._$hasElements && !newIdentity.hasElements(of: identity) ? .elements : .whole
  }
}

extension _Identified {
  fileprivate static func _$makeIdentity() -> AnyObject {
    IdentifiedState<Self>()
  }
}
