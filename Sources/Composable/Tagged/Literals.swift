extension Tagged: ExpressibleByArrayLiteral where RawValue: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: RawValue.ArrayLiteralElement...) {
    // Swift cannot pass a list of arguments on as such a list. The two function types below have
    // the same representation: a list of arguments is passed as one array.
    let initialize = unsafeBitCast(
      RawValue.init(arrayLiteral:) as (RawValue.ArrayLiteralElement...) -> RawValue,
      to: (([RawValue.ArrayLiteralElement]) -> RawValue).self)
    self.init(rawValue: initialize(elements))
  }
}

extension Tagged: ExpressibleByBooleanLiteral where RawValue: ExpressibleByBooleanLiteral {
  @inlinable
  public init(booleanLiteral value: RawValue.BooleanLiteralType) {
    self.init(rawValue: RawValue(booleanLiteral: value))
  }
}

extension Tagged: ExpressibleByDictionaryLiteral where RawValue: ExpressibleByDictionaryLiteral {
  public init(dictionaryLiteral elements: (RawValue.Key, RawValue.Value)...) {
    // The same representation twice, as with the array literal above.
    let initialize = unsafeBitCast(
      RawValue.init(dictionaryLiteral:) as ((RawValue.Key, RawValue.Value)...) -> RawValue,
      to: (([(RawValue.Key, RawValue.Value)]) -> RawValue).self)
    self.init(rawValue: initialize(elements))
  }
}

extension Tagged: ExpressibleByExtendedGraphemeClusterLiteral
where RawValue: ExpressibleByExtendedGraphemeClusterLiteral {
  @inlinable
  public init(extendedGraphemeClusterLiteral value: RawValue.ExtendedGraphemeClusterLiteralType) {
    self.init(rawValue: RawValue(extendedGraphemeClusterLiteral: value))
  }
}

extension Tagged: ExpressibleByFloatLiteral where RawValue: ExpressibleByFloatLiteral {
  @inlinable
  public init(floatLiteral value: RawValue.FloatLiteralType) {
    self.init(rawValue: RawValue(floatLiteral: value))
  }
}

extension Tagged: ExpressibleByIntegerLiteral where RawValue: ExpressibleByIntegerLiteral {
  @inlinable
  public init(integerLiteral value: RawValue.IntegerLiteralType) {
    self.init(rawValue: RawValue(integerLiteral: value))
  }
}

extension Tagged: ExpressibleByNilLiteral where RawValue: ExpressibleByNilLiteral {
  @inlinable
  public init(nilLiteral: ()) {
    self.init(rawValue: RawValue(nilLiteral: ()))
  }
}

extension Tagged: ExpressibleByStringInterpolation
where RawValue: ExpressibleByStringInterpolation {
  @inlinable
  public init(stringInterpolation: RawValue.StringInterpolation) {
    self.init(rawValue: RawValue(stringInterpolation: stringInterpolation))
  }
}

extension Tagged: ExpressibleByStringLiteral where RawValue: ExpressibleByStringLiteral {
  @inlinable
  public init(stringLiteral value: RawValue.StringLiteralType) {
    self.init(rawValue: RawValue(stringLiteral: value))
  }
}

extension Tagged: ExpressibleByUnicodeScalarLiteral
where RawValue: ExpressibleByUnicodeScalarLiteral {
  @inlinable
  public init(unicodeScalarLiteral value: RawValue.UnicodeScalarLiteralType) {
    self.init(rawValue: RawValue(unicodeScalarLiteral: value))
  }
}
