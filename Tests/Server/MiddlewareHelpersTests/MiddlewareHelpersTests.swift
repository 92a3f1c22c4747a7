import DatabaseClient
import Foundation
import HTTPMessages
import MiddlewareHelpers
import POSIX
import ServerRouter
import Testing

struct MiddlewareHelpersTests {
  @Test(
    "Ranges follow RFC 9110; unsupported ones return everything",
    arguments: [
      (nil, ByteRange.all), ("bytes=0-9", .part(0..<10)), ("bytes=5-", .part(5..<100)),
      ("bytes=-7", .part(93..<100)), ("bytes=90-1000", .part(90..<100)),
      ("bytes=-1000", .part(0..<100)), ("bytes=99-99", .part(99..<100)),
      ("Bytes=0-0", .part(0..<1)), ("bytes=0-99999999999999999999", .part(0..<100)),
      ("bytes=100-", .unsatisfiable), ("bytes=99999999999999999999-", .unsatisfiable),
      ("bytes=-0", .unsatisfiable), ("bytes=9-1", .all), ("bytes=-", .all), ("bytes=0-1,3-4", .all),
      ("bytes=a-b", .all), ("bytes=+1-2", .all), ("lines=1-2", .all), ("bytes=1-2-3", .all),
      ("", .all),
    ])
  func ranges(field: String?, expected: ByteRange) {
    #expect(ByteRange(field, of: 100) == expected)
  }

  @Test("Of nothing no range can be sent")
  func emptyRanges() {
    #expect(ByteRange("bytes=0-", of: 0) == .unsatisfiable)
    #expect(ByteRange("bytes=-5", of: 0) == .unsatisfiable)
    #expect(ByteRange(nil, of: 0) == .all)
  }

  @Test("A tag is the same for the same bytes, and found among others")
  func tags() {
    let tag = EntityTag(of: Array("hello".utf8))
    #expect(tag == EntityTag(of: Array("hello".utf8)))
    #expect(tag != EntityTag(of: Array("hello!".utf8)))
    #expect(tag.isListed(in: ["\"other\"", tag.description]))
    #expect(tag.isListed(in: ["W/\(tag)"]))
    #expect(!tag.isListedExactly(in: ["W/\(tag)"]))
    #expect(tag.isListedExactly(in: [tag.description]))
    #expect(tag.isListed(in: ["*"]))
    #expect(!tag.isListed(in: []))
  }

  @Test(
    "A library error maps to its status, without server paths",
    arguments: [
      (DatabaseError.diskFull(path: "/secret"), HTTPStatus.insufficientStorage),
      (.busy(path: "/secret"), .serviceUnavailable),
      (.corrupt(path: "/secret", detail: "/secret"), .serviceUnavailable),
      (.unreachable(address: "/secret", detail: "/secret"), .serviceUnavailable),
      (.invalid("a weight must be greater than 0"), .badRequest),
      (.unavailable(path: "/secret", detail: "/secret"), .serviceUnavailable),
      (.newerVersion(path: "/secret", found: 2, supported: 1), .serviceUnavailable),
      (.alreadyExists(sha256: "5c1f"), .conflict), (.conflict("it"), .conflict),
      (.notFound("memo 7"), .notFound), (.notSearchable("?"), .badRequest),
      (.tooManyWords(limit: 64), .badRequest),
    ])
  func problems(error: DatabaseError, status: HTTPStatus) {
    let problem = ServerProblem(error)
    #expect(problem.status == status)
    #expect(!problem.detail.contains("/secret"))
    #expect(!problem.detail.contains("\n"))
  }

  @Test("An unexpected error reveals no details")
  func failure() {
    struct Secret: Error {}
    #expect(ServerProblem(Secret()).status == .internalServerError)
    #expect(!ServerProblem(Secret()).detail.contains("Secret"))
    #expect(ServerProblem(HTTPBody.TooLarge(limit: 7)).status == .contentTooLarge)
  }
}

struct ReceivedFileTests {
  @Test("A received file is readable, unnamed, and leaves nothing behind")
  func received() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("received-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try ReceivedFile(in: folder)
    try file.append([1, 2])
    try file.append([3])
    #expect(try Data(contentsOf: file.url) == Data([1, 2, 3]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    #expect(throws: SystemError.self) {
      try ReceivedFile(in: folder.appendingPathComponent("none"))
    }
  }
}

struct ServerSentEventTests {
  @Test("An event is written as clients read it, each line of its data as a field")
  func bytes() {
    let event = ServerSentEvent("a\n\nb", name: "change", id: "7")
    #expect(
      String(decoding: event.bytes, as: UTF8.self)
        == "id: 7\nevent: change\ndata: a\ndata: \ndata: b\n\n")
    #expect(String(decoding: ServerSentEvent("x").bytes, as: UTF8.self) == "data: x\n\n")
  }
}
