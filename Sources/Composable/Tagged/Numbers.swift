extension Tagged: AdditiveArithmetic where RawValue: AdditiveArithmetic {
  @inlinable
  public static var zero: Self { Self(rawValue: .zero) }

  @inlinable
  public static func + (lhs: Self, rhs: Self) -> Self {
    Self(rawValue: lhs.rawValue + rhs.rawValue)
  }

  @inlinable
  public static func += (lhs: inout Self, rhs: Self) {
    lhs.rawValue += rhs.rawValue
  }

  @inlinable
  public static func - (lhs: Self, rhs: Self) -> Self {
    Self(rawValue: lhs.rawValue - rhs.rawValue)
  }

  @inlinable
  public static func -= (lhs: inout Self, rhs: Self) {
    lhs.rawValue -= rhs.rawValue
  }
}

extension Tagged: Numeric where RawValue: Numeric {
  @inlinable
  public init?(exactly source: some BinaryInteger) {
    guard let rawValue = RawValue(exactly: source)
    else { return nil }
    self.init(rawValue: rawValue)
  }

  @inlinable
  public var magnitude: RawValue.Magnitude { rawValue.magnitude }

  @inlinable
  public static func * (lhs: Self, rhs: Self) -> Self {
    Self(rawValue: lhs.rawValue * rhs.rawValue)
  }

  @inlinable
  public static func *= (lhs: inout Self, rhs: Self) {
    lhs.rawValue *= rhs.rawValue
  }
}

extension Tagged: SignedNumeric where RawValue: SignedNumeric {
  @inlinable
  public static prefix func - (operand: Self) -> Self {
    Self(rawValue: -operand.rawValue)
  }

  @inlinable
  public mutating func negate() {
    rawValue.negate()
  }
}

extension Tagged: Strideable where RawValue: Strideable {
  @inlinable
  public func distance(to other: Self) -> RawValue.Stride {
    rawValue.distance(to: other.rawValue)
  }

  @inlinable
  public func advanced(by stride: RawValue.Stride) -> Self {
    Self(rawValue: rawValue.advanced(by: stride))
  }
}
