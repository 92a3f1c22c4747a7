import DatabaseClient
import Foundation
import ServerRouter
import SharedModels
import Testing

struct ResponseIDTests {
  private static let id = UUID(
    uuid: (0xAB, 0xCD, 0xEF, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
  private static let text = "abcdef00-0000-0000-0000-000000000001"

  private func json(_ value: some Encodable) throws -> String {
    String(decoding: try JSONEncoder.speechMemo.encode(value), as: UTF8.self)
  }

  private func value<Value: Decodable>(_ json: String) throws -> Value {
    try JSONDecoder.speechMemo.decode(Value.self, from: Data(json.utf8))
  }

  @Test("The id of a memo's status is lowercase")
  func outcomes() throws {
    let outcomes = MemoOutcomes(items: [MemoOutcome(Recording.ID(Self.id))])
    let json = try json(outcomes)
    #expect(json == #"{"items":[{"id":"\#(Self.text)","status":200}]}"#)
    #expect(try value(json) == outcomes)
  }

  @Test(
    "The id of a version's transcript is lowercase",
    arguments: [
      TextVersion.Author.engine(Transcription.mock.engine, model: "base"), .user,
    ])
  func versions(author: TextVersion.Author) throws {
    let versions = VersionList([
      TextVersion(
        number: 2, author: author, date: Transcription.mock.createdAt, isCurrent: true, restored: 1,
        transcription: Transcription.ID(Self.id), wordCount: 3)
    ])
    let json = try json(versions)
    #expect(json.contains(#""transcript":"\#(Self.text)""#), "\(json)")
    #expect(try value(json) == versions)
  }

  @Test("The id of the memo whose text was changed last is lowercase")
  func lastEdit() throws {
    let edit = LastEditValue(
      LastEdit(memo: Recording.ID(Self.id), date: Transcription.mock.createdAt))
    let json = try json(edit)
    #expect(json.contains(#""memo":"\#(Self.text)""#), "\(json)")
    #expect(try value(json) == edit)
  }
}
