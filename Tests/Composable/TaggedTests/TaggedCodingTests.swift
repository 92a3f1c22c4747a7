import Foundation
import Tagged
import Testing

struct TaggedCodingTests {
  struct User: Codable, Equatable {
    typealias ID = Tagged<User, Int>
    var id: ID
    var born: Tagged<(User, born: ()), Date>
    var nickname: Tagged<(User, nickname: ()), String?>
    var scores: [ID: Int]
  }

  @Test("values are encoded as the raw value alone, also as keys of a dictionary")
  func transparent() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    let user = User(
      id: 1, born: .init(Date(timeIntervalSince1970: 0)), nickname: nil, scores: [7: 10])
    let data = try encoder.encode(user)
    #expect(
      String(decoding: data, as: UTF8.self)
        == #"{"born":"1970-01-01T00:00:00Z","id":1,"nickname":null,"scores":{"7":10}}"#)
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    #expect(try decoder.decode(User.self, from: data) == user)
  }

  @Test("a value of the wrong kind is refused, and never read by another strategy")
  func refused() {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    #expect(throws: DecodingError.self) {
      try decoder.decode([Tagged<User, Date>].self, from: Data("[12]".utf8))
    }
    #expect(throws: DecodingError.self) {
      try decoder.decode([User.ID].self, from: Data(#"["one"]"#.utf8))
    }
  }

  @Test("keyed and unkeyed raw values go through unchanged")
  func containers() throws {
    struct Point: Codable, Equatable {
      var x: Int
    }
    typealias Position = Tagged<User, Point>
    let data = try JSONEncoder().encode([Position(Point(x: 1))])
    #expect(String(decoding: data, as: UTF8.self) == #"[{"x":1}]"#)
    #expect(try JSONDecoder().decode([Position].self, from: data) == [Position(Point(x: 1))])
    let list: Tagged<User, [Int]> = [1, 2]
    let listData = try JSONEncoder().encode(list)
    #expect(String(decoding: listData, as: UTF8.self) == "[1,2]")
    #expect(try JSONDecoder().decode(Tagged<User, [Int]>.self, from: listData) == list)
  }

  @Test("a coding key of another kind makes no value")
  func codingKeys() {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }
    #expect(User.ID(codingKey: Key(stringValue: "seven")) == nil)
    #expect(User.ID(7).codingKey.intValue == 7)
  }
}
