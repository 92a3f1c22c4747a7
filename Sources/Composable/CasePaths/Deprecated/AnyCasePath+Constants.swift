extension AnyCasePath where Root == Value {
  /// The path from a root to itself: `AnyCasePath(Action.self)`.
  @available(*, deprecated, message: "Write '\\.self'")
  public init(_ type: Root.Type) {
    self.init()
  }

  /// The path from a root to itself: `/.self`.
  @available(*, deprecated, message: "Write '\\.self'")
  public static var `self`: Self { Self() }
}

extension AnyCasePath where Root == Value? {
  /// The path to the value of an optional: `/.some`.
  @available(*, deprecated, message: "Write '\\.some'")
  public static var some: Self { Optional.allCasePaths.some }
}

extension AnyCasePath where Root == Void {
  /// The path that extracts the same value every time.
  @available(*, deprecated, message: "Write 'AnyCasePath(embed:extract:)'")
  public static func constant(_ value: @autoclosure @escaping @Sendable () -> Value) -> Self {
    Self(embed: { _ in }, extract: { value() })
  }
}

extension AnyCasePath where Value == Never {
  /// The path to no case: it never extracts anything.
  @available(*, deprecated, message: "Write '\\.never'")
  public static var never: Self {
    @Sendable func absurd<Anything>(_ never: Never) -> Anything {}
    return Self(embed: absurd, extract: { _ in nil })
  }
}

extension AnyCasePath where Value: RawRepresentable, Root == Value.RawValue {
  /// The path from a raw value to the value that it stands for.
  @available(*, deprecated, message: "Write 'AnyCasePath(embed:extract:)'")
  public static var rawValue: Self {
    Self(_embed: { $0.rawValue }, _extract: { Value(rawValue: $0) })
  }
}

extension AnyCasePath where Value: LosslessStringConvertible, Root == String {
  /// The path from a text to the value that it describes.
  @available(*, deprecated, message: "Write 'AnyCasePath(embed:extract:)'")
  public static var description: Self {
    Self(_embed: { $0.description }, _extract: { Value($0) })
  }
}

@available(*, deprecated, message: "Use 'debugDescription'")
extension AnyCasePath: CustomStringConvertible {
  /// The types of the root and the value, as in `AnyCasePath<Action, String>`.
  public var description: String { debugDescription }
}
