import CasePaths

/// The action of a feature that has properties which are set from outside.
///
/// ```swift
/// enum Action: BindableAction {
///   case binding(BindingAction<State>)
///   case saveButtonTapped
/// }
/// ```
public protocol BindableAction<State> {
  /// The state that has the properties.
  associatedtype State

  /// Embeds a binding action. A case with this name and this payload satisfies the requirement.
  static func binding(_ action: BindingAction<State>) -> Self

  /// The binding action, if the action is one.
  var binding: BindingAction<State>? { get }
}

extension BindableAction {
  /// The payload of the case `binding`.
  public var binding: BindingAction<State>? {
    let payload = Mirror(reflecting: self).children.first
    guard let payload, payload.label == "binding"
    else { return nil }
    return payload.value as? BindingAction<State>
  }

  /// An action that sets a property.
  ///
  /// - Parameters:
  ///   - keyPath: The property.
  ///   - value: The new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, Value>, _ value: Value
  ) -> Self {
    binding(.set(keyPath, value))
  }
}

/// Extracts the binding action: by case path if the type has one, which is many times faster than a
/// mirror.
func bindingExtractor<Action: BindableAction>(
  of type: Action.Type
) -> (Action) -> BindingAction<Action.State>? {
  func search<Iterable: CasePathIterable>(_ type: Iterable.Type) -> Any? {
    for keyPath in type.allCasePaths {
      if let keyPath = keyPath as? CaseKeyPath<Iterable, BindingAction<Action.State>> {
        return AnyCasePath(keyPath)
      }
    }
    return nil
  }
  guard
    let type = type as? any CasePathIterable.Type,
    let path = search(type) as? AnyCasePath<Action, BindingAction<Action.State>>
  else { return \.binding }
  return path.extract(from:)
}
