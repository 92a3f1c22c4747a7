import RuntimeInternals

/// The older name of ``AnyCasePath``.
@available(*, deprecated, renamed: "AnyCasePath")
public typealias CasePath = AnyCasePath

// A case's value is found by reflection here, because only the function that creates the case is
// known. Each extraction costs a mirror, and an embedding to compare. Enums with a `customMirror`
// are not supported.

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
}

/// The value of a root in the case that a function creates. An optional root may wrap that case.
func payload<Root, Value>(of root: Root, madeBy embed: (Value) -> Root) -> Value? {
  for (level, layer) in layers(of: root).enumerated() {
    guard let value: Value = payload(of: layer)
    else { continue }
    let embedded = layers(of: embed(value))
    if level < embedded.count, isSameCase(layer, embedded[level]) { return value }
  }
  return nil
}

func isSameCase(_ lhs: Any, _ rhs: Any) -> Bool {
  caseName(lhs).map { $0 == caseName(rhs) } ?? false
}

/// A value, its wrapped value if it is an optional, and so on.
private func layers(of value: Any) -> [Any] {
  var layers = [value]
  while let last = layers.last, let wrapped = Mirror(reflecting: last).wrapped {
    layers.append(wrapped)
  }
  return layers
}

private func payload<Value>(of root: Any) -> Value? {
  guard let payload = Mirror(reflecting: root).children.first?.value
  else { return nil }
  if let value = payload as? Value { return value }
  // A single value with a label is a tuple to the runtime, but not to the language.
  let tuple = Mirror(reflecting: payload)
  return tuple.children.count == 1 ? tuple.children.first?.value as? Value : nil
}

private func caseName(_ value: Any) -> UnsafePointer<CChar>? {
  func open<T>(_ value: T) -> UnsafePointer<CChar>? { EnumCaseName.address(for: value) }
  return _openExistential(value, do: open)
}

extension Mirror {
  fileprivate var wrapped: Any? { displayStyle == .optional ? children.first?.value : nil }
}
