import Foundation

public struct WyomingEvent: Hashable, Sendable {
  public var type: String
  public var data: [String: WyomingValue]
  public var payload: [UInt8]

  public init(_ type: String, _ data: [String: WyomingValue] = [:], payload: [UInt8] = []) {
    self.type = type
    self.data = data
    self.payload = payload
  }

  /// - Throws: `EncodingError` for numbers that JSON can't represent.
  public func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // The data follows the header line, where more of it is allowed.
    let data = data.isEmpty ? [] : Array(try encoder.encode(data))
    let line = WyomingHeader(
      type: type, dataLength: data.isEmpty ? nil : data.count,
      payloadLength: payload.isEmpty ? nil : payload.count)
    return Array(try encoder.encode(line)) + [UInt8(ascii: "\n")] + data + payload
  }
}

struct WyomingHeader: Codable {
  var type: String
  var data: [String: WyomingValue]?
  var dataLength: Int?
  var payloadLength: Int?

  private enum CodingKeys: String, CodingKey {
    case type, data
    case dataLength = "data_length"
    case payloadLength = "payload_length"
  }
}
