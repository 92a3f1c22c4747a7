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

extension Row {
  /// The id in a column.
  func id<Tag>(_ column: Int32) throws -> Tagged<Tag, UUID> {
    guard let id = withBytes(of: column, UUID.init(text:))
    else { throw ColumnError(text: text(column)) }
    return Tagged(rawValue: id)
  }
}

extension Tagged where RawValue == UUID {
  /// As it stands in the database and as a person sees it.
  var column: String { rawValue.uuidString.lowercased() }
}

extension UUID {
  /// Reads `00112233-4455-6677-8899-aabbccddeeff`. Foundation's reader takes as long as all the
  /// rest of a row, and a list has a hundred thousand.
  fileprivate init?(text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 36
    else { return nil }
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    var place = 0
    var isValid = true
    withUnsafeMutableBytes(of: &bytes) { bytes in
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          isValid = isValid && text[place] == UInt8(ascii: "-")
          place += 1
        }
        let (high, low) = (text[place].hexDigit, text[place + 1].hexDigit)
        isValid = isValid && (high | low) < 16
        bytes[index] = high << 4 | low
        place += 2
      }
    }
    guard isValid
    else { return nil }
    self.init(uuid: bytes)
  }
}

extension UInt8 {
  /// What it counts as a digit of a hexadecimal number; 255 if it is none.
  fileprivate var hexDigit: UInt8 {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self & 15
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      (self & 15) + 9
    default: 255
    }
  }
}
