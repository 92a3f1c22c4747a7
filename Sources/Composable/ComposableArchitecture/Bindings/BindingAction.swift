public import CasePaths
public import CustomDump

/// Says which property of a feature's state gets which value.
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
  ///   - value: What it is set to.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value>, _ value: Value
  ) -> Self {
    Self(assignment: ValueAssignment(keyPath, value))
  }

  /// Sets the property.
  func set(_ root: inout Root) {
    assignment.apply(to: &root)
  }

  /// Whether the action sets this property.
  public static func ~= (keyPath: WritableKeyPath<Root, some Any>, action: Self) -> Bool {
    keyPath == action.keyPath
  }
}

/// What a binding action does, without the type of the value.
class Assignment<Root> {
  let keyPath: PartialKeyPath<Root>

  fileprivate init(_ keyPath: PartialKeyPath<Root>) {
    self.keyPath = keyPath
  }

  var anyValue: Any { preconditionFailure("Assignment is abstract") }

  func apply(to root: inout Root) { preconditionFailure("Assignment is abstract") }

  func isEqual(to other: Assignment) -> Bool { preconditionFailure("Assignment is abstract") }
}

private final class ValueAssignment<Root, Value: Equatable>: Assignment<Root> {
  private let property: WritableKeyPath<Root, Value>
  private let value: Value

  init(_ keyPath: WritableKeyPath<Root, Value>, _ value: Value) {
    property = keyPath
    self.value = value
    super.init(keyPath)
  }

  override var anyValue: Any { value }

  override func apply(to root: inout Root) {
    root[keyPath: property] = value
  }

  override func isEqual(to other: Assignment<Root>) -> Bool {
    guard let other = other as? ValueAssignment
    else { return false }
    return property == other.property && value == other.value
  }
}

extension BindingAction: Equatable {
  /// Whether both set the same property to equal values.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.assignment === rhs.assignment || lhs.assignment.isEqual(to: rhs.assignment)
  }
}

extension BindingAction: CasePathable {
  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// Each property of the state is a case: `\.binding.title` holds what the title is set to.
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    public subscript<Value: Equatable & Sendable>(
      dynamicMember keyPath: WritableKeyPath<Root, Value>
    ) -> AnyCasePath<BindingAction, Value> {
      AnyCasePath(
        _embed: { .set(keyPath, $0) },
        _extract: { $0.keyPath == keyPath ? $0.assignment.anyValue as? Value : nil })
    }
  }
}

extension BindingAction: CustomDumpReflectable {
  /// Shown as `.set(\State.title, "Monday")`.
  public var customDumpMirror: Mirror {
    Mirror(
      self, children: ["set": (keyPath, assignment.anyValue)], displayStyle: .enum)
  }
}
