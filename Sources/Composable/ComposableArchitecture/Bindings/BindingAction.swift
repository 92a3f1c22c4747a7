public import CasePaths
public import CustomDump

/// Sets one property of a feature's state.
///
/// ```swift
/// store.send(.binding(.set(\.title, "Monday")))
/// ```
///
/// Forms would need an action for each of their fields. With this they need one, `binding`, and a
/// ``BindingReducer`` to carry it out. To do something more about one field, match its key path:
///
/// ```swift
/// case .binding(\.title): …
/// case .binding: return .none
/// ```
public struct BindingAction<Root>: @unchecked Sendable {
  // Unchecked for the key path, which is immutable, and made of a sendable value.
  let assignment: Assignment<Root>

  /// The property that is set.
  public var keyPath: PartialKeyPath<Root> { assignment.keyPath }

  /// An action that sets a property.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: The new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>, _ value: Value
  ) -> Self {
    Self(assignment: ValueAssignment(keyPath, value))
  }

  /// Sets the property.
  func set(_ root: inout Root) {
    assignment.apply(to: &root)
  }

  /// The action that sets the same property within a parent state.
  ///
  /// - Parameter keyPath: The part.
  public func pullback<NewRoot>(
    _ keyPath: WritableKeyPath<NewRoot, Root>
  ) -> BindingAction<NewRoot> {
    BindingAction<NewRoot>(assignment: assignment.pullback(keyPath))
  }

  /// Whether the action sets this property.
  public static func ~= (keyPath: WritableKeyPath<Root, some Any>, action: Self) -> Bool {
    keyPath == action.keyPath
  }
}

extension BindingAction: Equatable {
  /// Whether both set the same property to equal values.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.assignment === rhs.assignment || lhs.assignment.isEqual(to: rhs.assignment)
  }
}

extension BindingAction: CasePathable {
  /// A case path for each property of the state.
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// Each property of the state is a case: `\.binding.title` has the title's new value.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    /// The value that the property is set to, `nil` in an action for another property.
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: WritableKeyPath<Root, Value>
    ) -> AnyCasePath<BindingAction, Value> {
      AnyCasePath(
        _embed: { .set(keyPath, $0) },
        _extract: { $0.keyPath == keyPath ? $0.assignment.anyValue as? Value : nil })
    }
  }
}

extension BindingAction: CustomDumpRepresentable {
  private enum BindingActionDump {
    case set(Any, Any)
  }

  /// Shown as `.set(\State.title, "Monday")`.
  public var customDumpValue: Any {
    BindingActionDump.set(PropertyName(keyPath) ?? keyPath as Any, assignment.anyValue)
  }
}
