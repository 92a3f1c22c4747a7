import Foundation

/// Converts a value to and from a file's content.
struct FileCoding<Value: Sendable>: Sendable {
  let decode: @Sendable (Data) throws -> Value
  let encode: @Sendable (Value) throws -> Data
}

extension FileCoding where Value: Codable {
  static func json(_ decoder: JSONDecoder?, _ encoder: JSONEncoder?) -> Self {
    let decoder = decoder ?? JSONDecoder()
    let encoder = encoder ?? defaultEncoder()
    return Self {
      try decoder.decode(Value.self, from: $0)
    } encode: {
      try encoder.encode($0)
    }
  }

  /// In debug builds a developer can read the files, and compare them line by line.
  private static func defaultEncoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    #if DEBUG
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    #endif
    return encoder
  }
}
