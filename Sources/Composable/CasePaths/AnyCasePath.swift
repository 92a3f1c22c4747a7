/// A way into one case of an enum and back: it embeds a value into the case, and extracts the
/// value from a root that is in that case.
///
/// The `@CasePathable` macro writes one for each case of an enum, and a case key path turns into
/// one:
///
/// ```swift
/// let path = AnyCasePath(\Action.Cases.failed)
/// path.extract(from: .failed("offline"))  // "offline"
/// path.embed("offline")                   // Action.failed("offline")
/// ```
///
/// To use a path often, create it once and store it: a call then costs about as much as a `switch`.
@dynamicMemberLookup
public struct AnyCasePath<Root, Value>: @unchecked Sendable {
  // Unchecked for the two functions, which are never changed: the initializers take sendable ones
  // or, as `init(_embed:_extract:)`, ones that capture nothing mutable.
  @usableFromInline let embedding: (Value) -> Root
  @usableFromInline let extraction: (Root) -> Value?

  /// A path of your own making.
  ///
  /// - Parameters:
  ///   - embed: Wraps a value.
  ///   - extract: Unwraps it, or returns `nil` for a root that is in another case. It must be the
  ///     inverse of `embed`.
  @inlinable
  public init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?
  ) {
    embedding = embed
    extraction = extract
  }

  /// For the code that `@CasePathable` writes.
  ///
  /// Its closures capture only the types of a generic enum. With constraints, the compiler
  /// considers such closures unsafe to send, but not the static functions of these types.
  @inlinable
  public init(_embed: @escaping (Value) -> Root, _extract: @escaping (Root) -> Value?) {
    embedding = _embed
    extraction = _extract
  }

  /// The root that holds `value` in this path's case.
  @inlinable
  public func embed(_ value: Value) -> Root {
    embedding(value)
  }

  /// The value of this path's case, or `nil` where `root` is in another case.
  @inlinable
  public func extract(from root: Root) -> Value? {
    extraction(root)
  }

  /// Replaces the value of a root that is in this path's case. Another root stays as it is.
  @inlinable
  func replace(_ root: inout Root, with value: Value?) {
    guard let value
    else { return reportNilAssignment(of: Root.self, value: Value.self) }
    guard extraction(root) != nil
    else { return }
    root = embedding(value)
  }

  /// Embeds a changed value in its root again.
  @inlinable
  func putBack(_ value: Value?, into root: inout Root, wasThere: Bool) {
    guard wasThere
    else { return }
    guard let value
    else { return reportNilAssignment(of: Root.self, value: Value.self) }
    root = embedding(value)
  }

  /// Appends a path that starts at this path's value.
  @inlinable
  public func appending<Next>(path: AnyCasePath<Value, Next>) -> AnyCasePath<Root, Next> {
    AnyCasePath<Root, Next>(
      embed: { embed(path.embed($0)) },
      extract: { extract(from: $0).flatMap(path.extract(from:)) })
  }

  /// The path from a root to itself.
  @inlinable
  public init() where Root == Value {
    self.init(embed: { $0 }, extract: { $0 })
  }

  /// The path to a case without a payload.
  // Key paths are equatable as well, and `AnyCasePath(\Action.Cases.tapped)` means the other one.
  @inlinable
  @_disfavoredOverload
  public init(_ root: Root) where Root: Equatable & Sendable, Value == Void {
    self.init(embed: { root }, extract: { $0 == root ? () : nil })
  }
}

extension AnyCasePath where Value: CasePathable {
  /// The path to a case of the value: `AnyCasePath(\Screen.Cases.action).failed`.
  // Disfavored: a literal of several steps, as in `is(\.action.failed)`, is a case key path.
  @inlinable
  @_disfavoredOverload
  public subscript<Next>(
    dynamicMember keyPath: KeyPath<Value.AllCasePaths, AnyCasePath<Value, Next>>
  ) -> AnyCasePath<Root, Next> {
    appending(path: Value.allCasePaths[keyPath: keyPath])
  }
}

/// The root that a case path was to modify is in another case.
public struct CaseMismatch: Error, Hashable {
  /// Makes the error.
  @inlinable
  public init() {}
}

extension AnyCasePath: CustomDebugStringConvertible {
  /// The types of the root and the value, as in `AnyCasePath<Action, String>`.
  public var debugDescription: String {
    "AnyCasePath<\(Root.self), \(Value.self)>"
  }
}
