public import CustomDump

/// A property that binding actions may set, of a state without `@ObservableState`.
///
/// ```swift
/// struct State: Equatable {
///   @BindingState var title = ""
/// }
/// // …
/// case .binding(\.$title): …
/// ```
///
/// In observable state each property can be set, and needs no wrapper.
@propertyWrapper
public struct BindingState<Value> {
  /// The value.
  public var wrappedValue: Value

  /// Makes a property that binding actions may set.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// The property itself, which binding actions name: `\.$title`.
  public var projectedValue: Self {
    get { self }
    set { self = newValue }
  }
}

extension BindingState: Equatable where Value: Equatable {}
extension BindingState: Hashable where Value: Hashable {}
extension BindingState: Sendable where Value: Sendable {}

extension BindingState: Decodable where Value: Decodable {
  /// Reads the value, without a trace of the wrapper.
  public init(from decoder: any Decoder) throws {
    do {
      self.init(wrappedValue: try decoder.singleValueContainer().decode(Value.self))
    } catch DecodingError.typeMismatch {
      self.init(wrappedValue: try Value(from: decoder))
    }
  }
}

extension BindingState: Encodable where Value: Encodable {
  /// Writes the value, without a trace of the wrapper.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension BindingState: CustomReflectable {
  /// Shows the value.
  public var customMirror: Mirror { Mirror(reflecting: wrappedValue) }
}

extension BindingState: CustomDumpRepresentable {
  /// Shows the value.
  public var customDumpValue: Any { wrappedValue }
}

extension BindingState: CustomDebugStringConvertible {
  /// Shows the value.
  public var debugDescription: String { String(reflecting: wrappedValue) }
}

extension BindingAction {
  /// An action that sets a property with ``BindingState``.
  ///
  /// - Parameters:
  ///   - keyPath: The property, as `\.$title`.
  ///   - value: The new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<Root, BindingState<Value>>, _ value: Value
  ) -> Self {
    Self(assignment: ValueAssignment(at: keyPath, keyPath.appending(path: \.wrappedValue), value))
  }
}

extension BindableAction {
  /// An action that sets a property with ``BindingState``.
  ///
  /// - Parameters:
  ///   - keyPath: The property, as `\.$title`.
  ///   - value: The new value.
  public static func set<Value: Equatable & Sendable>(
    _ keyPath: WritableKeyPath<State, BindingState<Value>>, _ value: Value
  ) -> Self {
    binding(.set(keyPath, value))
  }
}

extension BindingAction.AllCasePaths {
  /// A property with ``BindingState`` is a case: `\.binding.$title` has its new value.
  public subscript<Value: Equatable & Sendable>(
    dynamicMember keyPath: WritableKeyPath<Root, BindingState<Value>>
  ) -> AnyCasePath<BindingAction, Value> {
    AnyCasePath(
      _embed: { .set(keyPath, $0) },
      _extract: { $0.keyPath == keyPath ? $0.assignment.anyValue as? Value : nil })
  }
}
