extension PresentationState: Equatable where State: Equatable {
  /// Whether both have no child, or children with equal states.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.box === rhs.box || lhs.wrappedValue == rhs.wrappedValue
  }
}

extension PresentationState: Hashable where State: Hashable {
  /// Hashes the child's state.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
  }
}

// Unchecked for the box, which is copied before it is changed unless this is its only owner.
extension PresentationState: @unchecked Sendable where State: Sendable {}

extension PresentationState: Decodable where State: Decodable {
  /// Reads the child's state, or `nil` for none.
  public init(from decoder: any Decoder) throws {
    do {
      self.init(wrappedValue: try decoder.singleValueContainer().decode(State?.self))
    } catch DecodingError.valueNotFound {
      self.init(wrappedValue: nil)
    }
  }
}

extension PresentationState: Encodable where State: Encodable {
  /// Writes the child's state, or `nil` for none.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension PresentationState: CustomReflectable {
  /// Shows the child's state itself.
  public var customMirror: Mirror {
    Mirror(reflecting: wrappedValue as Any)
  }
}
