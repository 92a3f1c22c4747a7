public indirect enum WyomingValue: Hashable, Sendable {
  case array([WyomingValue])
  case bool(Bool)
  case null
  case number(Double)
  case object([String: WyomingValue])
  case string(String)

  public var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  public var integer: Int? {
    if case .number(let number) = self { Int(exactly: number) } else { nil }
  }

  public var elements: [WyomingValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }
}

extension WyomingValue: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self = .string(text)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let elements = try? container.decode([WyomingValue].self) {
      self = .array(elements)
    } else {
      self = .object(try container.decode([String: WyomingValue].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .array(let elements): try container.encode(elements)
    case .bool(let bool): try container.encode(bool)
    case .null: try container.encodeNil()
    case .number(let number): try container.encode(number)
    case .object(let values): try container.encode(values)
    case .string(let text): try container.encode(text)
    }
  }
}

extension WyomingValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByStringLiteral
{
  public init(booleanLiteral bool: Bool) { self = .bool(bool) }
  public init(integerLiteral number: Int) { self = .number(Double(number)) }
  public init(stringLiteral text: String) { self = .string(text) }
}
