import Foundation
import SQLite
import SharedModels
import Tagged

/// JSON in columns.
enum Coding {
  static func encode(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.speechMemo.encode(value), as: UTF8.self)
  }

  static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder.speechMemo.decode(type, from: Data(text.utf8))
  }

  /// Most memos have no tags, and a list is read by the thousand.
  static func decodeTags(_ text: String) throws -> [String] {
    text == "[]" ? [] : try decode([String].self, text)
  }
}

/// A column holds what this program never writes there.
struct ColumnError: Error {
  let text: String

  /// What is wrong, where an error says that a column cannot be read; `nil` for any other error.
  static func detail(_ error: any Error) -> String? {
    switch error {
    case let error as ColumnError: "a column holds '\(error.text.prefix(40))'"
    case is DecodingError: "a column does not hold the JSON that belongs there"
    default: nil
    }
  }
}

extension Row {
  /// A length in seconds.
  func duration(_ column: Int32) throws -> Duration {
    guard let duration = Duration(secondsToMillisecond: double(column))
    else { throw ColumnError(text: text(column)) }
    return duration
  }
}

extension Tagged where RawValue == UUID {
  init(column text: String) throws {
    guard let id = UUID(column: text)
    else { throw ColumnError(text: text) }
    self.init(rawValue: id)
  }

  /// As it stands in the database and as a person sees it.
  var column: String { rawValue.uuidString.lowercased() }
}

extension UUID {
  /// Reads `00112233-4455-6677-8899-aabbccddeeff`. Foundation's reader takes as long as all the
  /// rest of a row, and a list has a hundred thousand.
  fileprivate init?(column text: String) {
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    var text = text
    let isValid = withUnsafeMutableBytes(of: &bytes) { bytes in
      text.withUTF8 { text in
        var digit = 0
        for byte in text {
          let value: UInt8
          switch byte {
          case UInt8(ascii: "0")...UInt8(ascii: "9"): value = byte - UInt8(ascii: "0")
          case UInt8(ascii: "a")...UInt8(ascii: "f"): value = byte - UInt8(ascii: "a") + 10
          case UInt8(ascii: "A")...UInt8(ascii: "F"): value = byte - UInt8(ascii: "A") + 10
          case UInt8(ascii: "-"): continue
          default: return false
          }
          guard digit < 32
          else { return false }
          bytes[digit / 2] = bytes[digit / 2] << 4 | value
          digit += 1
        }
        return digit == 32
      }
    }
    guard isValid
    else { return nil }
    self.init(uuid: bytes)
  }
}
