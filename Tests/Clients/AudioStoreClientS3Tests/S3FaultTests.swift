import AudioStoreClient
import AudioStoreClientS3
import Clocks
import Foundation
import SharedModels
import TestWebServer
import Testing

/// Failed and unexpected responses of a service.
struct S3FaultTests {
  private let place = "s3://memos/a/"

  @Test("Transient errors are retried with growing pauses, at least as long as requested")
  func retries() async throws {
    let server = try WebServer(
      answering: problem(500, "InternalError"), .close, problem(503, "SlowDown", "Retry-After: 7"),
      answer(200, "x-amz-meta-sha256: none", byteCount: 5))
    let clock = ImmediateClock()
    let entry = try await store(S3Config(server), clock: clock).entry(name: "x.wav")
    #expect(entry == AudioStoreEntry(name: "x.wav", byteCount: 5))
    #expect(
      ImmediateClock.Instant().duration(to: clock.now).rounded == .milliseconds(200 + 400 + 7_000))
    #expect(
      server.requests.map(\.line)
        == Array(repeating: "HEAD /memos/a/x.wav HTTP/1.1", count: 4))
  }

  @Test("Retries end, with the reason")
  func givesUp() async throws {
    let server = try WebServer(
      answering: problem(503, "SlowDown"), problem(503, "SlowDown"), problem(503, "SlowDown"))
    let clock = ImmediateClock()
    let store = store(try S3Config(server), clock: clock) {
      $0.attempts = 3
      $0.longestPause = .milliseconds(300)
    }
    await #expect(throws: AudioStoreError.unavailable(store: place, reason: "SlowDown: said")) {
      try await store.list().collect()
    }
    #expect(server.requests.count == 3)
    #expect(ImmediateClock.Instant().duration(to: clock.now).rounded == .milliseconds(200 + 300))
  }

  @Test(
    "Permanent errors are not retried and keep their meaning",
    arguments: [
      (403, "AccessDenied", AudioStoreError.denied(store: "", reason: "AccessDenied: said")),
      (403, "RequestTimeTooSkewed", .clockSkew(store: "")),
      (404, "NoSuchBucket", .noStore(store: "")), (507, "Full", .noSpace(store: "")),
      (301, "PermanentRedirect", .wrongRegion(store: "", region: "eu-west-1")),
      (307, "TemporaryRedirect", .wrongRegion(store: "", region: "eu-west-1")),
      (400, "AuthorizationHeaderMalformed", .wrongRegion(store: "", region: "eu-west-1")),
      (400, "InvalidArgument", .refused(store: "", reason: "InvalidArgument: said")),
      (404, "What", .refused(store: "", reason: "What: said")),
    ])
  func refusals(status: Int, code: String, expected: AudioStoreError) async throws {
    let server = try WebServer(
      answering: problem(
        status, code, "Location: http://127.0.0.1:1/", "x-amz-bucket-region: eu-west-1"))
    let error = await #expect(throws: AudioStoreError.self) {
      try await store(S3Config(server)).list().collect()
    }
    #expect(error?.at(place) == expected.at(place))
    #expect(server.requests.count == 1)
  }

  @Test("A response that is not XML is reported by its status, however long it is")
  func garbage() async throws {
    let server = try WebServer(
      answering: answer(400, body: "<html>no"), answer(403, byteCount: 1 << 40, then: .endlessBody))
    let store = store(try S3Config(server))
    await #expect(throws: AudioStoreError.refused(store: place, reason: "status 400")) {
      try await store.list().collect()
    }
    await #expect(throws: AudioStoreError.denied(store: place, reason: "status 403")) {
      try await store.list().collect()
    }
  }

  @Test(
    "An unreadable list, or one without progress, is an error",
    arguments: [
      "no list", "<Error/>",
      "<ListBucketResult><Contents><Key>a/b</Key></Contents></ListBucketResult>",
      "<ListBucketResult><Contents><Size>1</Size></Contents></ListBucketResult>",
      "<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>",
      "<!DOCTYPE a [<!ENTITY b \"c\">]><ListBucketResult/>",
      """
      <ListBucketResult><EncodingType>url</EncodingType><Contents><Key>a/%</Key><Size>1</Size>\
      </Contents></ListBucketResult>
      """,
    ])
  func lists(body: String) async throws {
    let server = try WebServer(answering: answer(200, body: body))
    await #expect(
      throws: AudioStoreError.refused(store: place, reason: "its list of files cannot be read")
    ) {
      try await store(S3Config(server)).list().collect()
    }
  }

  @Test("A list that repeats its page, or never ends, is stopped")
  func endlessLists() async throws {
    let page = """
      <ListBucketResult><IsTruncated>true</IsTruncated>\
      <NextContinuationToken>t</NextContinuationToken></ListBucketResult>
      """
    let endless = WebServer.Answer.raw(
      "HTTP/1.1 200 OK\r\n\r\n<ListBucketResult>", then: .endlessBody)
    // If a busy machine causes a timeout, the request is repeated.
    let server = try WebServer(
      answering: answer(200, body: page), answer(200, body: page), endless, endless, endless)
    let store = store(try S3Config(server))
    await #expect(
      throws: AudioStoreError.refused(store: place, reason: "its list of files cannot be read")
    ) {
      try await store.list().collect()
    }
    #expect(server.requests.count == 2)
    await #expect(
      throws: AudioStoreError.refused(store: place, reason: "its response is too long")
    ) {
      try await store.list().collect()
    }
  }

  @Test("A connection that stalls counts as lost")
  func stall() async throws {
    let server = try WebServer(answering: answer(200, byteCount: 9, then: .hold), .hold)
    let store = store(try S3Config(server)) {
      $0.attempts = 1
      $0.idleTimeout = 1_000
    }
    let error = await #expect(throws: AudioStoreError.self) {
      try await store.bytes(of: "x.wav")
    }
    #expect(error?.isTransient == true)
    let second = await #expect(throws: AudioStoreError.self) {
      try await store.entry(name: "x.wav")
    }
    #expect(second?.isTransient == true)
  }
}

extension AudioStoreError {
  fileprivate var isTransient: Bool {
    if case .unavailable = self { true } else { false }
  }
}

extension Duration {
  /// To a millisecond, since the random delay is slightly below its maximum.
  fileprivate var rounded: Duration { .milliseconds(Int((self / .milliseconds(1)).rounded())) }
}

extension AudioStoreError {
  /// The same about another store.
  fileprivate func at(_ store: String) -> Self {
    switch self {
    case .clockSkew: .clockSkew(store: store)
    case .denied(_, let reason): .denied(store: store, reason: reason)
    case .noStore: .noStore(store: store)
    case .noSpace: .noSpace(store: store)
    case .wrongRegion(_, let region): .wrongRegion(store: store, region: region)
    case .refused(_, let reason): .refused(store: store, reason: reason)
    default: self
    }
  }
}
