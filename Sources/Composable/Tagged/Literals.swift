import RuntimeInternals

extension Tagged: ExpressibleByArrayLiteral where RawValue: ExpressibleByArrayLiteral {
  /// Tags the raw value of an array literal.
  public init(arrayLiteral elements: RawValue.ArrayLiteralElement...) {
    self.init(rawValue: takingArray(RawValue.init(arrayLiteral:))(elements))
  }
}

extension Tagged: ExpressibleByBooleanLiteral where RawValue: ExpressibleByBooleanLiteral {
  /// Tags the raw value of a Boolean literal.
  @inlinable
  public init(booleanLiteral value: RawValue.BooleanLiteralType) {
    self.init(rawValue: RawValue(booleanLiteral: value))
  }
}

extension Tagged: ExpressibleByDictionaryLiteral where RawValue: ExpressibleByDictionaryLiteral {
  /// Tags the raw value of a dictionary literal.
  public init(dictionaryLiteral elements: (RawValue.Key, RawValue.Value)...) {
    self.init(rawValue: takingArray(RawValue.init(dictionaryLiteral:))(elements))
  }
}

extension Tagged: ExpressibleByExtendedGraphemeClusterLiteral
where RawValue: ExpressibleByExtendedGraphemeClusterLiteral {
  /// Tags the raw value of a literal of one character.
  @inlinable
  public init(extendedGraphemeClusterLiteral value: RawValue.ExtendedGraphemeClusterLiteralType) {
    self.init(rawValue: RawValue(extendedGraphemeClusterLiteral: value))
  }
}

extension Tagged: ExpressibleByFloatLiteral where RawValue: ExpressibleByFloatLiteral {
  /// Tags the raw value of a floating-point literal.
  @inlinable
  public init(floatLiteral value: RawValue.FloatLiteralType) {
    self.init(rawValue: RawValue(floatLiteral: value))
  }
}

extension Tagged: ExpressibleByIntegerLiteral where RawValue: ExpressibleByIntegerLiteral {
  /// Tags the raw value of an integer literal.
  @inlinable
  public init(integerLiteral value: RawValue.IntegerLiteralType) {
    self.init(rawValue: RawValue(integerLiteral: value))
  }
}

extension Tagged: ExpressibleByNilLiteral where RawValue: ExpressibleByNilLiteral {
  /// Tags the raw value of `nil`.
  @inlinable
  public init(nilLiteral: ()) {
    self.init(rawValue: RawValue(nilLiteral: ()))
  }
}

extension Tagged: ExpressibleByStringInterpolation
where RawValue: ExpressibleByStringInterpolation {
  /// Tags the raw value of a string with interpolations.
  @inlinable
  public init(stringInterpolation: RawValue.StringInterpolation) {
    self.init(rawValue: RawValue(stringInterpolation: stringInterpolation))
  }
}

extension Tagged: ExpressibleByStringLiteral where RawValue: ExpressibleByStringLiteral {
  /// Tags the raw value of a string literal.
  @inlinable
  public init(stringLiteral value: RawValue.StringLiteralType) {
    self.init(rawValue: RawValue(stringLiteral: value))
  }
}

extension Tagged: ExpressibleByUnicodeScalarLiteral
where RawValue: ExpressibleByUnicodeScalarLiteral {
  /// Tags the raw value of a literal of one Unicode scalar.
  @inlinable
  public init(unicodeScalarLiteral value: RawValue.UnicodeScalarLiteralType) {
    self.init(rawValue: RawValue(unicodeScalarLiteral: value))
  }
}
