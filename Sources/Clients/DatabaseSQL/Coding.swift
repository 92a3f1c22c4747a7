import Foundation
import SharedModels

package enum Coding {
  package static func encode(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.speechMemo.encode(value), as: UTF8.self)
  }

  package static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder.speechMemo.decode(type, from: Data(text.utf8))
  }

  /// Most memos have no tags, and lists of thousands are read at once.
  package static func decodeTags(_ text: String) throws -> [String] {
    text == "[]" ? [] : try decode([String].self, text)
  }
}

package struct ColumnError: Error {
  let text: String

  package init(text: String) {
    self.text = text
  }

  package static func detail(_ error: any Error) -> String? {
    switch error {
    case let error as ColumnError: "a column contains the invalid value '\(error.text.prefix(40))'"
    case is DecodingError: "a column does not contain the expected JSON"
    default: nil
    }
  }
}
