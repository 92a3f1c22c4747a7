import Foundation

/// What one end of a connection tells the other.
public struct WyomingEvent: Hashable, Sendable {
  /// What kind of event it is, such as `audio-chunk`.
  public var type: String
  /// What it says.
  public var data: [String: WyomingValue]
  /// Bytes that come with it, such as sound.
  public var payload: [UInt8]

  public init(_ type: String, _ data: [String: WyomingValue] = [:], payload: [UInt8] = []) {
    self.type = type
    self.data = data
    self.payload = payload
  }

  /// The event as it is sent.
  ///
  /// - Throws: `EncodingError` where a number is none that JSON can say.
  public func encoded() throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // What it says goes after the line, where there may be more of it.
    let data = data.isEmpty ? [] : Array(try encoder.encode(data))
    let line = WyomingHeader(
      type: type, dataLength: data.isEmpty ? nil : data.count,
      payloadLength: payload.isEmpty ? nil : payload.count)
    return Array(try encoder.encode(line)) + [UInt8(ascii: "\n")] + data + payload
  }
}

/// The line that an event begins with.
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
