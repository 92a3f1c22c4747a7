/// A key path from an enum to the value of one of its cases, at any depth.
///
/// ```swift
/// let path: CaseKeyPath<Action, String> = \.destination.edit.failed
/// path("offline")  // Action.destination(.edit(.failed("offline")))
/// ```
///
/// Like every key path it has an identity (`==`, `hash(into:)`) and it appends.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A case key path with an unknown value type.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

extension AnyCasePath {
  /// The path that a case key path describes.
  @inlinable
  public init(_ keyPath: CaseKeyPath<Root, Value>) {
    guard let path = Case<Root>(route: nil)[keyPath: keyPath].path(from: Root.self)
    else { preconditionFailure("'\(keyPath)' does not start at '\(Root.self)'") }
    self = path
  }
}

extension KeyPath {
  /// Embeds a value in this key path's case.
  @inlinable
  public func callAsFunction<Enum, AssociatedValue>(_ value: AssociatedValue) -> Enum
  where Root == Case<Enum>, Value == Case<AssociatedValue> {
    AnyCasePath(self).embed(value)
  }

  /// This key path's case, which has no payload.
  @inlinable
  public func callAsFunction<Enum>() -> Enum
  where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}

extension PartialKeyPath {
  /// Embeds a value in this key path's case, or returns `nil` if the value does not have the case's
  /// type.
  // Disfavored: a literal should get the type of the case's value, not its own default type.
  @_disfavoredOverload
  public func callAsFunction<Enum>(_ value: Any) -> Enum? where Root == Case<Enum> {
    erasedCasePath()?.embed(value)
  }

  @usableFromInline
  func erasedCasePath<Enum>() -> ErasedCasePath<Enum>? where Root == Case<Enum> {
    (Case<Enum>(route: nil)[keyPath: self] as? any AnyCase)?.erasedPath(from: Enum.self)
  }
}
