import AudioFileClient
import AudioFileClientLive
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import SharedModels
import TestSite
import Testing

struct UploadsMiddlewareTests {
  /// A second of silence.
  private let sound: [UInt8] = {
    let count: UInt32 = 32_000
    let head = [UInt8]("RIFF".utf8) + (count + 36).littleEndianBytes + [UInt8]("WAVEfmt ".utf8)
    let format: [UInt8] =
      UInt32(16).littleEndianBytes + [1, 0, 1, 0] + UInt32(16_000).littleEndianBytes
      + UInt32(32_000).littleEndianBytes + [2, 0, 16, 0]
    return head + format + [UInt8]("data".utf8) + count.littleEndianBytes
      + [UInt8](repeating: 0, count: Int(count))
  }()

  private func send(
    _ method: HTTPMethod, _ target: String, to site: TestSite, _ headers: HTTPHeaders = [:],
    body: [UInt8] = []
  ) async throws -> TestReply {
    try await withDependencies {
      $0.audioFile = .liveValue
    } operation: {
      var all: HTTPHeaders = ["Tus-Resumable": "1.0.0"]
      for field in headers.fields { all[field.name] = field.value }
      return try await site.send(method, target, headers: all, body: body)
    }
  }

  /// Begins an upload and returns its address.
  private func begin(
    at site: TestSite, _ headers: HTTPHeaders = [:], length: Int? = nil
  ) async throws -> String {
    var headers = headers
    headers["Upload-Length"] = headers["Upload-Length"] ?? "\(length ?? sound.count)"
    let reply = try await send(.post, "/api/uploads", to: site, headers)
    #expect(reply.status == .created, "\(reply.text)")
    return try #require(reply.headers["Location"])
  }

  private func append(
    _ bytes: some Sequence<UInt8>, to target: String, at offset: Int, of site: TestSite,
    _ headers: HTTPHeaders = [:]
  ) async throws -> TestReply {
    var all: HTTPHeaders = [
      "Content-Type": "application/offset+octet-stream", "Upload-Offset": "\(offset)",
    ]
    for field in headers.fields { all[field.name] = field.value }
    return try await send(.patch, target, to: site, all, body: Array(bytes))
  }

  private func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

  @Test("Audio uploaded in chunks becomes a memo with its metadata")
  func pieces() async throws {
    let site = try await TestSite(scopes: [.write])
    let metadata = [
      "filename \(base64("Talk ä.wav"))", "title \(base64("Planning"))",
      "date \(base64("2026-01-02T03:04:05Z"))", "tag \(base64("work,team"))", "unknown",
    ]
    let target = try await begin(
      at: site, ["Upload-Metadata": metadata.joined(separator: ",")])
    #expect(try await send(.head, target, to: site).headers["Upload-Offset"] == "0")
    let first = try await append(sound[..<1_000], to: target, at: 0, of: site)
    #expect(first.status == .noContent)
    #expect(first.headers["Upload-Offset"] == "1000")
    #expect(try await send(.head, target, to: site).headers["Upload-Offset"] == "1000")
    #expect(try await site.database.recordings(matching: RecordingQuery()).isEmpty)
    let last = try await append(sound[1_000...], to: target, at: 1_000, of: site)
    #expect(last.headers["Upload-Offset"] == "\(sound.count)")
    let memos = try await site.database.recordings(matching: RecordingQuery())
    #expect(memos.map(\.title) == ["Planning"])
    #expect(memos[0].tags == ["work", "team"])
    #expect(memos[0].date == Date(timeIntervalSince1970: 1_767_323_045))
    #expect(memos[0].provenance.originalFileName == "Talk ä.wav")
    #expect(memos[0].transcription == .queued)
    #expect(last.headers["Upload-Memo"] == memos[0].id.rawValue.uuidString.lowercased())
    let file = site.folder.audioFile(named: memos[0].audio.fileName)
    #expect(try Data(contentsOf: file) == Data(sound))
    let status = try await send(.get, target, to: site)
    #expect(status.text.contains(memos[0].id.rawValue.uuidString.lowercased()))
    #expect(status.headers["Upload-Offset"] == "\(sound.count)")
  }

  @Test("A memo has the date of its file, if the client names no other")
  func originalDate() async throws {
    let site = try await TestSite(scopes: [.write])
    let target = try await begin(
      at: site,
      [
        "Upload-Metadata":
          "filename \(base64("Talk.wav")),original-date \(base64("2026-01-02T03:04:05Z"))"
      ])
    _ = try await append(sound, to: target, at: 0, of: site)
    let memos = try await site.database.recordings(matching: RecordingQuery())
    #expect(memos.map(\.date.iso8601) == ["2026-01-02T03:04:05Z"])
    #expect(memos.map(\.provenance.originalDate?.iso8601) == ["2026-01-02T03:04:05Z"])
  }

  @Test("A time in the file's name is in the client's time zone")
  func timeZone() async throws {
    let site = try await TestSite(scopes: [.write])
    let metadata = [
      "filename \(base64("REC_20260131_120000.wav"))", "time-zone \(base64("Asia/Kathmandu"))",
    ]
    let target = try await begin(at: site, ["Upload-Metadata": metadata.joined(separator: ",")])
    _ = try await append(sound, to: target, at: 0, of: site)
    let memos = try await site.database.recordings(matching: RecordingQuery())
    #expect(memos.map(\.date.iso8601) == ["2026-01-31T06:15:00Z"])
  }

  @Test("The same bytes are the same memo")
  func twins() async throws {
    let site = try await TestSite(scopes: [.write])
    var memos: [String?] = []
    for _ in 0..<2 {
      let target = try await begin(at: site)
      memos.append(
        try await append(sound, to: target, at: 0, of: site).headers["Upload-Memo"])
    }
    #expect(memos[0] != nil)
    #expect(memos[0] == memos[1])
    #expect(try await site.database.recordings(matching: RecordingQuery()).count == 1)
  }

  @Test("An upload is whole in one request, or of a length that is known at its end")
  func otherWays() async throws {
    let site = try await TestSite(scopes: [.write])
    let whole = try await send(
      .post, "/api/uploads", to: site,
      ["Content-Type": "application/offset+octet-stream", "Upload-Length": "\(sound.count)"],
      body: sound)
    #expect(whole.status == .created)
    #expect(whole.headers["Upload-Memo"] != nil)
    let deferred = try await send(
      .post, "/api/uploads", to: site, ["Upload-Defer-Length": "1"])
    let target = try #require(deferred.headers["Location"])
    #expect(try await append(sound[..<7], to: target, at: 0, of: site).status == .noContent)
    let last = try await append(
      sound[7...], to: target, at: 7, of: site, ["Upload-Length": "\(sound.count)"])
    #expect(last.headers["Upload-Memo"] == whole.headers["Upload-Memo"])
  }

  @Test("A chunk that does not match its checksum is refused")
  func checksums() async throws {
    let site = try await TestSite(scopes: [.write])
    let digest = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="  // Of "abc".
    let target = try await begin(at: site, length: 6)
    let wrong = try await append(
      "abd".utf8, to: target, at: 0, of: site, ["Upload-Checksum": "sha256 \(digest)"])
    #expect(wrong.status == .checksumMismatch)
    #expect(try await send(.head, target, to: site).headers["Upload-Offset"] == "0")
    let right = try await append(
      "abc".utf8, to: target, at: 0, of: site, ["Upload-Checksum": "sha256 \(digest)"])
    #expect(right.headers["Upload-Offset"] == "3")
    let sha1 = "qZk+NkcGgWq6PiVxeFDCbJzQ2J0="  // Also of "abc".
    let wrongSHA1 = try await append(
      "abd".utf8, to: target, at: 3, of: site, ["Upload-Checksum": "sha1 \(sha1)"])
    #expect(wrongSHA1.status == .checksumMismatch)
    #expect(try await send(.head, target, to: site).headers["Upload-Offset"] == "3")
    let twoOfThree = try await append(
      "ab".utf8, to: target, at: 3, of: site,
      ["Upload-Checksum": "SHA1 2iNhTgJGmg18e9G9q1ycR0sZBNw="])
    #expect(twoOfThree.headers["Upload-Offset"] == "5")
    let other = try await append(
      "c".utf8, to: target, at: 5, of: site, ["Upload-Checksum": "md5 \(digest)"])
    #expect(other.status == .badRequest)
    let named = try await begin(
      at: site, ["Upload-Metadata": "sha256 \(base64(String(repeating: "0", count: 64)))"])
    let all = try await append(sound, to: named, at: 0, of: site)
    #expect(all.status == .unprocessableContent)
    #expect(try await send(.head, named, to: site).status == .notFound)
    #expect(try await site.database.recordings(matching: RecordingQuery()).isEmpty)
  }

  @Test("A chunk being verified when the server stopped is sent again")
  func unchecked() async throws {
    let site = try await TestSite(scopes: [.write])
    let target = try await begin(at: site, length: 9)
    #expect(try await append("abc".utf8, to: target, at: 0, of: site).status == .noContent)
    // A state during an upload: the file is longer than the confirmed length.
    let id = try #require(target.split(separator: "/").last)
    let details = site.folder.uploads.appendingPathComponent("\(id).json")
    var json = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: details)) as? [String: Any])
    json["checkedByteCount"] = 3
    try JSONSerialization.data(withJSONObject: json).write(to: details)
    let sound = site.folder.uploads.appendingPathComponent("\(id).part")
    try Data("abcde".utf8).write(to: sound)
    #expect(try await send(.head, target, to: site).headers["Upload-Offset"] == "3")
    #expect(try Data(contentsOf: sound) == Data("abc".utf8))
    #expect(try await append("def".utf8, to: target, at: 3, of: site).status == .noContent)
    #expect(try await send(.head, target, to: site).headers["Upload-Offset"] == "6")
  }

  @Test("Invalid uploads are refused and change nothing")
  func wrong() async throws {
    let site = try await TestSite(scopes: [.write])
    let target = try await begin(at: site, length: 4)
    #expect(try await append("ab".utf8, to: target, at: 0, of: site).status == .noContent)
    let other = try await append("ab".utf8, to: target, at: 1, of: site)
    #expect(other.status == .conflict)
    #expect(other.text.contains("the upload's offset is 2"))
    #expect(try await append("abc".utf8, to: target, at: 2, of: site).status == .contentTooLarge)
    let type = try await append(
      "a".utf8, to: target, at: 2, of: site, ["Content-Type": "audio/wav"])
    #expect(type.status == .unsupportedMediaType)
    let version = try await send(.patch, target, to: site, ["Tus-Resumable": "0.2.2"])
    #expect(version.status == .preconditionFailed)
    #expect(version.headers["Tus-Version"] == "1.0.0")
    let asked = try await send(.head, target, to: site, ["Tus-Resumable": "0.2.2"])
    #expect(asked.status == .preconditionFailed)
    for headers: HTTPHeaders in [
      [:], ["Upload-Length": "-1"], ["Upload-Length": "x"],
      ["Upload-Length": "1", "Upload-Metadata": "filename ä"],
    ] {
      #expect(try await send(.post, "/api/uploads", to: site, headers).status == .badRequest)
    }
    let nowhere = "/api/uploads/00000000-0000-0000-0000-0000000000ff"
    #expect(try await send(.head, nowhere, to: site).status == .notFound)
    #expect(try await send(.delete, target, to: site).status == .noContent)
    #expect(try await send(.head, target, to: site).status == .notFound)
    let left = try FileManager.default.contentsOfDirectory(atPath: site.folder.uploads.path)
    #expect(left.isEmpty, "\(left)")
  }

  @Test("A complete upload without audio is refused and deleted")
  func noSound() async throws {
    let site = try await TestSite(scopes: [.write])
    let target = try await begin(
      at: site, ["Upload-Metadata": "filename \(base64("a.txt"))"], length: 5)
    let reply = try await append("hello".utf8, to: target, at: 0, of: site)
    #expect(reply.status == .unprocessableContent)
    #expect(reply.text.contains("a.txt is not an audio file"), "\(reply.text)")
    #expect(!reply.text.contains(site.folder.root.path))
    #expect(try await send(.head, target, to: site).status == .notFound)
  }

  @Test("Uploads untouched for a week are deleted when the next one begins")
  func forgotten() async throws {
    let site = try await TestSite(scopes: [.write])
    let old = try await begin(at: site)
    let id = try #require(old.split(separator: "/").last)
    let file = site.folder.uploads.appendingPathComponent("\(id).part")
    let young = try await begin(at: site)
    try FileManager.default.setAttributes(
      [.modificationDate: TestSite.now.addingTimeInterval(-8 * 86_400)], ofItemAtPath: file.path)
    _ = try await begin(at: site)
    #expect(try await send(.head, old, to: site).status == .notFound)
    #expect(try await send(.head, young, to: site).status == .ok)
  }

  @Test("A length that cannot be is refused, and leaves the upload as it was")
  func lengths() async throws {
    let site = try await TestSite(scopes: [.write])
    let deferred = try await send(.post, "/api/uploads", to: site, ["Upload-Defer-Length": "1"])
    let target = try #require(deferred.headers["Location"])
    _ = try await append(sound[..<100], to: target, at: 0, of: site)
    for length in ["50", "99999999999999"] {
      let reply = try await append(
        [], to: target, at: 100, of: site, ["Upload-Length": length])
      #expect(reply.status == .badRequest)
    }
    #expect(try await send(.head, target, to: site).headers["Upload-Defer-Length"] == "1")
    let last = try await append(
      sound[100...], to: target, at: 100, of: site, ["Upload-Length": "\(sound.count)"])
    #expect(last.headers["Upload-Memo"] != nil)
    let large = try await send(
      .post, "/api/uploads", to: site, ["Upload-Length": "9223372036854775807"])
    #expect(large.status == .contentTooLarge)
    #expect(large.headers["Tus-Resumable"] == "1.0.0")
  }

  @Test("POST with a method override replaces PATCH")
  func otherMethod() async throws {
    let site = try await TestSite(scopes: [.write])
    let target = try await begin(at: site)
    let reply = try await send(
      .post, target, to: site,
      [
        "Content-Type": "application/offset+octet-stream", "Upload-Offset": "0",
        "X-HTTP-Method-Override": "PATCH",
      ], body: sound)
    #expect(reply.headers["Upload-Memo"] != nil)
  }

  @Test("OPTIONS lists the supported extensions")
  func options() async throws {
    let reply = try await send(.options, "/api/uploads", to: try await TestSite(scopes: [.write]))
    #expect(reply.status == .noContent)
    #expect(reply.headers["Tus-Version"] == "1.0.0")
    #expect(reply.headers["Tus-Extension"]?.contains("creation-defer-length") == true)
    #expect(reply.headers["Tus-Extension"]?.hasPrefix("checksum,") == true)
    #expect(reply.headers["Tus-Checksum-Algorithm"] == "sha1,sha256")
  }
}

extension UInt32 {
  fileprivate var littleEndianBytes: [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: self >> ($0 * 8)) }
  }
}
