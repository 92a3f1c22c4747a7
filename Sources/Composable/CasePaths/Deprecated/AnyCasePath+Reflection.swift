/// The older name of ``AnyCasePath``.
@available(*, deprecated, renamed: "AnyCasePath")
public typealias CasePath = AnyCasePath

extension AnyCasePath {
  /// The path to the case that a function makes: `AnyCasePath(unsafe: Action.failed)`.
  ///
  /// - Parameter embed: A case of an enum. Paths of other functions extract nothing, or wrong
  ///   values.
  @available(
    *, deprecated,
    message: "Mark the enum '@CasePathable' and write 'AnyCasePath(\\Root.Cases.name)'"
  )
  public init(unsafe embed: @escaping (Value) -> Root) {
    self.init(_embed: embed, _extract: { payload(of: $0, madeBy: embed) })
  }

  /// The path to the case that a function makes: `AnyCasePath(Action.failed)`.
  // Disfavored: a key path literal can also be a function.
  @_disfavoredOverload
  @available(
    *, deprecated,
    message: "Mark the enum '@CasePathable' and write 'AnyCasePath(\\Root.Cases.name)'"
  )
  public init(_ embed: @escaping (Value) -> Root) {
    self.init(_embed: embed, _extract: { payload(of: $0, madeBy: embed) })
  }

  /// The path to the case that a function makes: `AnyCasePath.case(Action.failed)`.
  @available(
    *, deprecated,
    message: "Mark the enum '@CasePathable' and write 'AnyCasePath(\\Root.Cases.name)'"
  )
  public static func `case`(_ embed: @escaping (Value) -> Root) -> Self {
    Self(unsafe: embed)
  }
}

extension AnyCasePath where Value == Void {
  /// The path to a case without a payload: `AnyCasePath(unsafe: Action.tapped)`.
  @available(
    *, deprecated,
    message: "Mark the enum '@CasePathable' and write 'AnyCasePath(\\Root.Cases.name)'"
  )
  public init(unsafe root: Root) {
    self.init(_embed: { root }, _extract: { isSameCase($0, root) ? () : nil })
  }

  /// The path to a case without a payload: `AnyCasePath(Action.tapped)`.
  @_disfavoredOverload
  @available(
    *, deprecated,
    message: "Mark the enum '@CasePathable' and write 'AnyCasePath(\\Root.Cases.name)'"
  )
  public init(_ root: Root) {
    self.init(unsafe: root)
  }

  /// The path to a case without a payload: `AnyCasePath.case(Action.tapped)`.
  @_disfavoredOverload
  @available(
    *, deprecated,
    message: "Mark the enum '@CasePathable' and write 'AnyCasePath(\\Root.Cases.name)'"
  )
  public static func `case`(_ root: Root) -> Self {
    Self(unsafe: root)
  }
}
