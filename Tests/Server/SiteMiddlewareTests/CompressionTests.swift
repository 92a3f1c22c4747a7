import DatabaseClient
import Foundation
import HTTPMessages
import MiddlewareHelpers
import SharedModels
import TestSite
import Testing

@testable import SiteMiddleware

struct CompressionTests {
  private func respond(
    _ response: HTTPResponse, accepting encodings: String? = "gzip", tags: HTTPHeaders = [:]
  ) async throws -> HTTPResponse {
    var headers = tags
    headers["Accept-Encoding"] = encodings
    return try await compressText(HTTPRequest(.get, "/", headers: headers)) { _ in response }
  }

  private func response(
    _ type: String, byteCount: Int = 2_000, headers: HTTPHeaders = [:]
  ) -> HTTPResponse {
    var headers = headers
    headers["Content-Type"] = type
    return HTTPResponse(
      headers: headers, content: .bytes([UInt8](repeating: 32, count: byteCount)))
  }

  @Test(
    "Text above a kilobyte is compressed for clients that accept it",
    arguments: [
      ("gzip", true), ("deflate, GZIP;q=0.5, br", true), ("gzip; q=0", false), ("br", false),
      ("*;q=0", false), ("gzip;q=0.000", false), (nil, false),
    ] as [(String?, Bool)])
  func accepted(encodings: String?, isCompressed: Bool) async throws {
    let plain = response("application/json", headers: ["ETag": "\"a\""])
    let result = try await respond(plain, accepting: encodings)
    #expect(result.headers["Content-Encoding"] == (isCompressed ? "gzip" : nil))
    #expect(result.headers["ETag"] == (isCompressed ? "\"a-gzip\"" : "\"a\""))
    #expect(result.headers.values(of: "Vary") == ["Accept-Encoding"])
    guard case .bytes(let bytes) = result.content, case .bytes(let before) = plain.content
    else {
      Issue.record("the response has no bytes")
      return
    }
    #expect(bytes == (isCompressed ? gzip(before) : before))
  }

  @Test("Audio, event streams, short texts, parts, and compressed content stay as they are")
  func unchanged() async throws {
    var part = response("text/plain")
    part.status = .partialContent
    for plain in [
      response("audio/flac"), response("image/png"), response("text/event-stream"),
      response("text/plain", byteCount: 1_024), part,
      response("text/plain", headers: ["Content-Encoding": "br"]),
    ] {
      let result = try await respond(plain)
      #expect(result.headers["Content-Encoding"] == plain.headers["Content-Encoding"])
      guard case .bytes(let bytes) = result.content, case .bytes(let before) = plain.content
      else {
        Issue.record("the response has no bytes")
        return
      }
      #expect(bytes == before)
    }
    let audio = try await respond(response("audio/flac"))
    #expect(audio.headers["Vary"] == nil)
  }

  @Test("Text that was compressed in advance gets the tag of the compressed version")
  func inAdvance() async throws {
    let headers: HTTPHeaders = ["Content-Encoding": "gzip", "ETag": "\"a\""]
    let result = try await respond(response("text/javascript", headers: headers))
    #expect(result.headers["ETag"] == "\"a-gzip\"")
    #expect(result.headers["Content-Encoding"] == "gzip")
    #expect(result.headers.values(of: "Vary") == ["Accept-Encoding"])
  }

  @Test(
    "Problems, subtitles, pages, and pictures in XML are text",
    arguments: [
      "application/problem+json", "application/x-subrip", "text/html; charset=utf-8",
      "image/svg+xml", "application/manifest+json",
    ])
  func types(type: String) async throws {
    #expect(try await respond(response(type)).headers["Content-Encoding"] == "gzip")
  }

  @Test("The tag of a compressed memo list is known, and allows a change")
  func tags() async throws {
    let memos = (1...20 as ClosedRange<UInt8>).map { number in
      TranscribedMemo(
        recording: .preview(
          id: Recording.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))),
          title: String(repeating: "Memo \(number) ", count: 300)),
        transcription: .mock)
    }
    let site = try await TestSite(memos)
    let plain = try await site.send(.get, "/api/memos")
    let compressed = try await site.send(
      .get, "/api/memos", headers: ["Accept-Encoding": "gzip"])
    #expect(compressed.body == gzip(plain.body))
    #expect(compressed.body.count < plain.body.count / 4)
    let tag = try #require(compressed.headers["ETag"])
    #expect(tag != plain.headers["ETag"])
    let known = try await site.send(
      .get, "/api/memos", headers: ["Accept-Encoding": "gzip", "If-None-Match": tag])
    #expect(known.status == .notModified)
    #expect(known.headers["ETag"] == tag)
    #expect(known.headers["Vary"] == "Accept-Encoding")
    let target = "/api/memos/\(memos[0].recording.id.text)"
    let memo = try await site.send(.get, target, headers: ["Accept-Encoding": "gzip"])
    #expect(memo.headers["Content-Encoding"] == "gzip")
    let memoTag = try #require(memo.headers["ETag"])
    for status in [HTTPStatus.ok, .preconditionFailed] {
      let reply = try await site.send(
        .patch, target, headers: ["If-Match": memoTag], json: #"{"title":"New"}"#)
      #expect(reply.status == status)
    }
  }
}
