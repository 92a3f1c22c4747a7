import AudioStoreClient
import AudioStoreClientS3
import Foundation
import SharedModels
import TestWebServer
import Testing

/// Transfer errors in both directions.
struct S3FaultyTransferTests {
  private let place = "s3://memos/a/"

  // MARK: Reading

  @Test("An interrupted download resumes if the object is unchanged")
  func resumed() async throws {
    let sum = sha256(Array("0123456789".utf8))
    let server = try WebServer(
      answering: answer(
        200, "ETag: \"1\"", "x-amz-meta-sha256: \(sum)", body: "0123", byteCount: 10),
      problem(500, "InternalError"),
      answer(206, "ETag: \"1\"", "Content-Range: bytes 4-9/10", body: "45", byteCount: 6),
      answer(206, "ETag: \"1\"", "Content-Range: bytes 6-9/10", body: "6789"))
    #expect(
      try await store(S3Config(server)).bytes(of: "x.wav") == Array("0123456789".utf8))
    #expect(
      server.requests.map { $0.headers["range"] } == [nil, "bytes=4-9", "bytes=4-9", "bytes=6-9"])
    #expect(server.requests.last?.headers["if-match"] == "\"1\"")
  }

  @Test("A changed or corrupt object is not accepted")
  func changed() async throws {
    let begun = answer(200, "ETag: \"1\"", body: "0123", byteCount: 10)
    let server = try WebServer(
      answering: begun, problem(412, "PreconditionFailed"),
      begun, answer(206, "ETag: \"2\"", "Content-Range: bytes 4-9/10", body: "456789"),
      answer(200, "x-amz-meta-sha256: \(sha256([1]))", body: "0123"))
    let store = store(try S3Config(server))
    for _ in 0..<3 {
      await #expect(throws: AudioStoreError.changed(name: "x.wav")) {
        try await store.bytes(of: "x.wav")
      }
    }
  }

  @Test("Bytes without a size, and unrequested ranges, are refused")
  func otherParts() async throws {
    let server = try WebServer(
      answering: .raw("HTTP/1.1 200 OK\r\n\r\n0123"),
      answer(200, body: "0123456789"),
      answer(206, "Content-Range: bytes 3-4/10", body: "34"),
      answer(206, "Content-Range: bytes 2-4/10", body: "23"),
      answer(206, "Content-Range: bytes 2-4/10", body: "234", byteCount: .max))
    let store = store(try S3Config(server))
    let reasons = [
      "it sent no size", "it ignores range requests", "it did not return the requested range",
      "it did not return the requested range",
      "it did not return the requested range",
    ]
    for reason in reasons {
      await #expect(throws: AudioStoreError.refused(store: place, reason: reason)) {
        _ = try await store.get(name: "x.wav", range: reason == reasons[0] ? nil : 2..<4)
      }
    }
  }

  // MARK: Writing

  @Test(
    "A service without checksums is read and verified; corrupt objects are deleted")
  func compared() async throws {
    let file = try TestFile("sound")
    let server = try WebServer(
      answering: answer(404), answer(200, "ETag: \"strange\""), answer(200, body: "sound"),
      answer(404), answer(200, "ETag: \"strange\""), answer(200, body: "soand"), answer(204))
    let store = store(try S3Config(server))
    try await store.put(file: file.url, name: "x.wav", stored: file.stored)
    await #expect(throws: AudioStoreError.changed(name: "x.wav")) {
      try await store.put(file: file.url, name: "x.wav", stored: file.stored)
    }
    #expect(
      server.requests.map { $0.line.prefix { $0 != " " } }
        == ["HEAD", "PUT", "GET", "HEAD", "PUT", "GET", "DELETE"])
  }

  @Test("A request describes its bytes, is signed, and does not contain the secret")
  func head() async throws {
    let file = try TestFile("sound")
    let server = try WebServer(
      answering: answer(404), answer(200, "ETag: \"ad82bfc2b4e52f58d68d3dc7ea5ba3b6\""))
    var config = try S3Config(server)
    config.credentials = S3Credentials(keyID: "KEY", secret: "SECRET", sessionToken: "TOKEN")
    config.region = "eu-north-1"
    let store = store(config)
    _ = try? await store.put(file: file.url, name: "x.wav", stored: file.stored)
    let request = try #require(server.requests.dropFirst().first)
    #expect(request.body == "sound")
    #expect(request.headers["x-amz-content-sha256"] == file.stored.sha256)
    #expect(request.headers["x-amz-meta-sha256"] == file.stored.sha256)
    #expect(request.headers["x-amz-security-token"] == "TOKEN")
    #expect(request.headers["if-none-match"] == "*")
    #expect(request.headers["content-type"] == "audio/wav")
    #expect(Data(base64Encoded: request.headers["content-md5"] ?? "")?.count == 16)
    #expect(Data(base64Encoded: request.headers["x-amz-checksum-sha256"] ?? "")?.count == 32)
    let signature = request.headers["authorization"] ?? ""
    #expect(signature.hasPrefix("AWS4-HMAC-SHA256 Credential=KEY/"))
    #expect(signature.contains("/eu-north-1/s3/aws4_request"))
    #expect(signature.contains("x-amz-meta-sha256") && signature.contains("x-amz-security-token"))
    #expect(!"\(server.requests)".contains("SECRET"))
  }

  @Test("A lost response is harmless: the stored object is checked")
  func lostAnswer() async throws {
    let file = try TestFile("sound")
    let there = answer(200, "x-amz-meta-sha256: \(file.stored.sha256)", byteCount: 5)
    let other = answer(200, "x-amz-meta-sha256: \(sha256([]))", byteCount: 5)
    let server = try WebServer(
      answering: answer(404), .close, problem(412, "PreconditionFailed"), there,
      answer(404), .close, problem(412, "PreconditionFailed"), other)
    let store = store(try S3Config(server))
    try await store.put(file: file.url, name: "x.wav", stored: file.stored)
    await #expect(throws: AudioStoreError.exists(name: "x.wav")) {
      try await store.put(file: file.url, name: "x.wav", stored: file.stored)
    }
  }

  @Test("Conditional writes are not sent to a service without them")
  func olderService() async throws {
    let file = try TestFile("sound")
    let server = try WebServer(
      answering: answer(404), problem(501, "NotImplemented"),
      answer(200, "x-amz-checksum-sha256: none", "ETag: \"x\""), answer(200, body: "sound"))
    try await store(S3Config(server)).put(
      file: file.url, name: "x.wav", stored: file.stored)
    #expect(server.requests.map { $0.headers["if-none-match"] } == [nil, "*", nil, nil])
  }

  @Test("A failed part is sent again by itself")
  func parts() async throws {
    let file = try TestFile("0123456789")
    let first = "any"
    let server = try WebServer(
      answering: answer(404), answer(200, body: "<R><UploadId>u 1</UploadId></R>"),
      answer(200, "ETag: \"1\"", "x-amz-checksum-sha256: \(first)"), problem(400, "BadDigest"),
      problem(500, "InternalError"),
      answer(200, "ETag: \"2\""), answer(200, "ETag: \"3&\""),
      // All went well, and then it did not.
      answer(200, body: "<Error><Code>InternalError</Code></Error>"),
      problem(404, "NoSuchUpload"),
      answer(200, "x-amz-meta-sha256: \(file.stored.sha256)", byteCount: 10),
      // The parts have no checksum.
      answer(200, body: "0123456789"))
    let store = store(try S3Config(server)) { $0.partByteCount = 4 }
    try await store.put(file: file.url, name: "x.wav", stored: file.stored)
    let requests = server.requests
    #expect(
      requests.map { $0.line.replacing(" HTTP/1.1", with: "") } == [
        "HEAD /memos/a/x.wav", "POST /memos/a/x.wav?uploads=",
        "PUT /memos/a/x.wav?partNumber=1&uploadId=u%201",
        "PUT /memos/a/x.wav?partNumber=2&uploadId=u%201",
        "PUT /memos/a/x.wav?partNumber=2&uploadId=u%201",
        "PUT /memos/a/x.wav?partNumber=2&uploadId=u%201",
        "PUT /memos/a/x.wav?partNumber=3&uploadId=u%201",
        "POST /memos/a/x.wav?uploadId=u%201", "POST /memos/a/x.wav?uploadId=u%201",
        "HEAD /memos/a/x.wav", "GET /memos/a/x.wav",
      ])
    #expect(requests[2...6].map(\.body) == ["0123", "4567", "4567", "4567", "89"])
    // Only services that identify parts by checksums accept a list with them.
    #expect(
      requests[7].body.contains(
        "<Part><ChecksumSHA256>\(requests[2].headers["x-amz-checksum-sha256"] ?? "")</Checksum"))
    #expect(requests[7].body.matches(of: /<ChecksumSHA256>/).count == 1)
    #expect(requests[7].body.contains("<ETag>\"3&amp;\"</ETag><PartNumber>3</PartNumber>"))
  }

  @Test("A canceled upload is aborted on the server, without waiting")
  func abort() async throws {
    let file = try TestFile("0123456789")
    let begun: [WebServer.Answer] = [
      answer(404), answer(200, body: "<R><UploadId>u</UploadId></R>"),
    ]
    let server = try WebServer(
      answering: begun[0], begun[1], problem(403, "AccessDenied"), answer(204), begun[0], begun[1],
      .hold, answer(204))
    let store = store(try S3Config(server)) { $0.partByteCount = 4 }
    await #expect(throws: AudioStoreError.denied(store: place, reason: "AccessDenied: said")) {
      try await store.put(file: file.url, name: "x.wav", stored: file.stored)
    }
    #expect(server.requests.last?.line == "DELETE /memos/a/x.wav?uploadId=u HTTP/1.1")
    let put = Task { try await store.put(file: file.url, name: "x.wav", stored: file.stored) }
    // On a separate thread, because the awaited task needs the threads of tasks.
    Thread.detachNewThread {
      _ = server.requests(waitingFor: 7)
      put.cancel()
    }
    await #expect(throws: CancellationError.self) { try await put.value }
    #expect(server.requests.count == 8)
    #expect(server.requests.last?.line == "DELETE /memos/a/x.wav?uploadId=u HTTP/1.1")
  }

  @Test("Uploads that have ended since, or a service without any, are no failure")
  func noLeftovers() async throws {
    let upload = """
      <Upload><Key>a/x.wav</Key><UploadId>u</UploadId>\
      <Initiated>2026-01-01T00:00:00.000Z</Initiated></Upload>
      """
    let server = try WebServer(
      answering: problem(404, "NoSuchUpload"),
      answer(
        200,
        body: "<ListMultipartUploadsResult>\(upload)\(upload)</ListMultipartUploadsResult>"),
      problem(404, "NoSuchUpload"), answer(204), problem(404, "NoSuchBucket"))
    let store = store(try S3Config(server))
    #expect(try await store.removeLeftovers(before: .distantFuture) == 0)
    #expect(try await store.removeLeftovers(before: .distantFuture) == 1)
    await #expect(throws: AudioStoreError.noStore(store: place)) {
      _ = try await store.removeLeftovers(before: .distantFuture)
    }
  }

  @Test("Objects that cannot be deleted are named, and the rest is deleted")
  func delete() async throws {
    let server = try WebServer(answering: problem(403, "AccessDenied"))
    let store = store(try S3Config(server))
    #expect(
      try await store.delete(names: ["x.wav"])
        == ["x.wav": .denied(store: place, reason: "AccessDenied: said")])
    #expect(try await store.delete(names: []) == [:])
    await #expect(throws: AudioStoreError.invalidName(name: "..")) {
      try await store.delete(name: "..")
    }
    #expect(server.requests.count == 1)
  }
}
