import Foundation
import SharedModels

/// An object that `--json` prints, without `nil` values. The documented keys must not change.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private var values: [String: any Encodable]

  init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
    values = Dictionary(
      uniqueKeysWithValues: elements.compactMap { key, value in value.map { (key, $0) } })
  }

  static func memo(_ event: String, _ recording: Recording, _ details: Self = [:]) -> Self {
    var object = details
    object.values["event"] = event
    object.values["id"] = recording.id.text
    object.values["title"] = recording.title
    return object
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (key, value) in values { try container.encode(value, forKey: Name(stringValue: key)) }
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = stringValue
    }

    init?(intValue: Int) {
      nil
    }
  }
}

extension Encodable {
  var line: String {
    get throws {
      String(decoding: try JSONEncoder.speechMemo.encode(self), as: UTF8.self).withEscapedControls
    }
  }
}
