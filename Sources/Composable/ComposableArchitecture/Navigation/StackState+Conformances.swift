public import CustomDump

extension StackState: Equatable where Element: Equatable {
  /// Whether both have equal elements under the same ids, in the same order.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.ids == rhs.ids && lhs.storage == rhs.storage
  }
}

extension StackState: Hashable where Element: Hashable {
  /// Hashes the ids and the elements.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ids)
    hasher.combine(storage)
  }
}

extension StackState: Decodable where Element: Decodable {
  /// Reads an array of elements. They get new ids.
  public init(from decoder: any Decoder) throws {
    self.init(try [Element](from: decoder))
  }
}

extension StackState: Encodable where Element: Encodable {
  /// Writes the elements as an array, without their ids.
  public func encode(to encoder: any Encoder) throws {
    try Array(self).encode(to: encoder)
  }
}

extension StackState: CustomDumpReflectable {
  /// Shows each element under its id: `[#0: .detail(…)]`.
  public var customDumpMirror: Mirror {
    Mirror(
      self, unlabeledChildren: zip(ids, self).map { ($0, $1) }, displayStyle: .dictionary)
  }
}
