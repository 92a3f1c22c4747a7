public import Foundation

extension JSONEncoder {
  /// How the project writes JSON: dates as ISO 8601 in UTC, keys in a stable order.
  public static var speechMemo: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }
}

extension JSONDecoder {
  /// Reads what ``Foundation/JSONEncoder/speechMemo`` writes.
  public static var speechMemo: JSONDecoder {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    return decoder
  }
}
