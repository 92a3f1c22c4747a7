struct FieldName: CodingKey {
  let stringValue: String

  init(_ name: String) {
    stringValue = name
  }

  init?(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) {
    nil
  }

  var intValue: Int? { nil }
}

extension KeyedDecodingContainer<FieldName> {
  func read<Value: Decodable>(_ field: some RawRepresentable<String>) throws -> Value? {
    try decodeIfPresent(Value.self, forKey: FieldName(field.rawValue))
  }

  func others<Field: CaseIterable & RawRepresentable<String>>(
    than fields: Field.Type
  ) throws -> [String: JSONValue] {
    let known = Set(fields.allCases.map(\.rawValue))
    var others: [String: JSONValue] = [:]
    for key in allKeys where !known.contains(key.stringValue) {
      others[key.stringValue] = try decode(JSONValue.self, forKey: key)
    }
    return others
  }
}

extension KeyedEncodingContainer<FieldName> {
  mutating func write(
    _ value: (some Encodable)?, _ field: some RawRepresentable<String>
  ) throws {
    try encodeIfPresent(value, forKey: FieldName(field.rawValue))
  }

  mutating func write(_ fields: [String: JSONValue]) throws {
    for (name, value) in fields { try encode(value, forKey: FieldName(name)) }
  }
}
