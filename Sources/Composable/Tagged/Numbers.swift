extension Tagged: AdditiveArithmetic where RawValue: AdditiveArithmetic {
  /// The tagged zero.
  @inlinable
  public static var zero: Self { Self(rawValue: .zero) }

  /// The tagged sum of two raw values.
  @inlinable
  public static func + (lhs: Self, rhs: Self) -> Self {
    Self(rawValue: lhs.rawValue + rhs.rawValue)
  }

  /// Adds to the raw value.
  @inlinable
  public static func += (lhs: inout Self, rhs: Self) {
    lhs.rawValue += rhs.rawValue
  }

  /// The tagged difference of two raw values.
  @inlinable
  public static func - (lhs: Self, rhs: Self) -> Self {
    Self(rawValue: lhs.rawValue - rhs.rawValue)
  }

  /// Subtracts from the raw value.
  @inlinable
  public static func -= (lhs: inout Self, rhs: Self) {
    lhs.rawValue -= rhs.rawValue
  }
}

extension Tagged: Numeric where RawValue: Numeric {
  /// Tags a number, if the raw type can represent it exactly.
  @inlinable
  public init?(exactly source: some BinaryInteger) {
    guard let rawValue = RawValue(exactly: source)
    else { return nil }
    self.init(rawValue: rawValue)
  }

  /// The absolute value of the raw value.
  @inlinable
  public var magnitude: RawValue.Magnitude { rawValue.magnitude }

  /// The tagged product of two raw values.
  @inlinable
  public static func * (lhs: Self, rhs: Self) -> Self {
    Self(rawValue: lhs.rawValue * rhs.rawValue)
  }

  /// Multiplies the raw value.
  @inlinable
  public static func *= (lhs: inout Self, rhs: Self) {
    lhs.rawValue *= rhs.rawValue
  }
}

extension Tagged: SignedNumeric where RawValue: SignedNumeric {
  /// The tagged negation of the raw value.
  @inlinable
  public static prefix func - (operand: Self) -> Self {
    Self(rawValue: -operand.rawValue)
  }

  /// Negates the raw value.
  @inlinable
  public mutating func negate() {
    rawValue.negate()
  }
}

extension Tagged: Strideable where RawValue: Strideable {
  /// The distance from this raw value to the other.
  @inlinable
  public func distance(to other: Self) -> RawValue.Stride {
    rawValue.distance(to: other.rawValue)
  }

  /// The tagged value at a distance from this one.
  @inlinable
  public func advanced(by stride: RawValue.Stride) -> Self {
    Self(rawValue: rawValue.advanced(by: stride))
  }
}
