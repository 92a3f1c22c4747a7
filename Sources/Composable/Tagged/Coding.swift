extension Tagged: Decodable where RawValue: Decodable {
  /// Decodes the raw value, without any trace of the tag.
  public init(from decoder: any Decoder) throws {
    // A single-value container lets the decoder's strategies (of dates, of data) take part. Where
    // the decoder gives none, because the encoded raw value is keyed, the raw value reads itself.
    if let container = try? decoder.singleValueContainer() {
      self.init(rawValue: try container.decode(RawValue.self))
    } else {
      self.init(rawValue: try RawValue(from: decoder))
    }
  }
}

extension Tagged: Encodable where RawValue: Encodable {
  /// Encodes the raw value, without any trace of the tag.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }
}

extension Tagged: CodingKeyRepresentable where RawValue: CodingKeyRepresentable {
  /// Tags the raw value of a coding key, if it has one.
  public init?(codingKey: some CodingKey) {
    guard let rawValue = RawValue(codingKey: codingKey)
    else { return nil }
    self.init(rawValue: rawValue)
  }

  /// The coding key of the raw value.
  public var codingKey: any CodingKey { rawValue.codingKey }
}
