import DatabaseClient
import Dependencies
import Foundation
import Hashing
import HTTPMessages
import MiddlewareHelpers
import ServerRouter
import SharedModels

/// Gives a repeated request with an `Idempotency-Key` the first one's reply for a day.
struct IdempotentRequests {
  @Dependency(\.database) private var database
  @Dependency(\.logFailure) private var logFailure
  let token: AccessToken?

  /// In seconds. A request that a crash interrupted can be repeated afterwards.
  private static let (runTime, replyTime): (Double, Double) = (60, 86_400)

  func respond(
    to request: HTTPRequest, body: [UInt8], route: ServerRoute,
    _ next: () async throws -> HTTPResponse
  ) async throws -> HTTPResponse {
    guard request.method == .post, route.supportsIdempotencyKeys,
      let key = try request.idempotencyKey
    else { return try await next() }
    let keyed = KeyedRequest(key: checksum(of: key), content: request.checksum(with: body))
    let now = try await database.currentDate()
    let earlier = try await database.keyedRequests.begin(
      request: keyed, at: now, until: now + Self.runTime)
    if let earlier { return try reply(to: keyed, as: earlier) }
    var answered = keyed
    do {
      let response = try await next()
      answered.reply = try StoredReply(response)?.json
      await end(answered, until: now + Self.replyTime)
      return response
    } catch {
      await end(keyed, until: now)
      throw error
    }
  }

  private func reply(
    to request: KeyedRequest, as earlier: KeyedRequest
  ) throws -> HTTPResponse {
    guard earlier.content == request.content
    else {
      throw ServerProblem(
        .unprocessableContent, .keyAlreadyUsed,
        detail: "another request had this 'Idempotency-Key': use a new key for each request")
    }
    guard let reply = earlier.reply
    else {
      var problem = ServerProblem(
        .conflict, .requestInProgress,
        detail: "the request with this 'Idempotency-Key' is still running: try again later")
      problem.headers["Retry-After"] = "1"
      throw problem
    }
    return try JSONDecoder.speechMemo.decode(StoredReply.self, from: Data(reply.utf8)).response
  }

  /// Also for a client that has left, and will retry. An error must not hide the response.
  private func end(_ request: KeyedRequest, until end: Date) async {
    await Task { [database, logFailure] in
      do {
        try await database.keyedRequests.end(request: request, until: end)
      } catch {
        logFailure("the reply to an idempotent request was not stored: \(error)")
      }
    }.value
  }

  /// Keys of different tokens, and of later tokens with the same name, are independent.
  private func checksum(of key: String) -> String {
    let created = token?.createdAt.timeIntervalSince1970 ?? 0
    return Checksum.of("\(token?.name ?? "")\n\(created)\n\(key)")
  }
}

private struct StoredReply: Codable {
  let body: Data
  let headers: [String: String]
  let status: HTTPStatus

  /// `nil` for a failure, and for a stream.
  init?(_ response: HTTPResponse) {
    guard response.status.isSuccess, case .bytes(let bytes) = response.content
    else { return nil }
    body = Data(bytes)
    headers = Dictionary(response.headers.fields.map { ($0.name, $0.value) }) { first, _ in first }
    status = response.status
  }

  var json: String {
    get throws { String(decoding: try JSONEncoder.speechMemo.encode(self), as: UTF8.self) }
  }

  var response: HTTPResponse {
    HTTPResponse(
      status,
      headers: HTTPHeaders(
        headers.sorted { $0.key < $1.key }.map { HTTPHeaders.Field(name: $0.key, value: $0.value) }),
      content: .bytes(Array(body)))
  }
}

extension ServerRoute {
  /// Not those whose replies contain secrets or deleted memos, nor those that store audio only once.
  var supportsIdempotencyKeys: Bool {
    switch self {
    case .memos(.restore), .memos(.trash), .voices(.remember): true
    case .memos(.memo(_, let route)):
      switch route {
      case .editSpeakers, .restore, .transcribe, .versions(.restore): true
      default: false
      }
    default: false
    }
  }
}

extension HTTPRequest {
  fileprivate var idempotencyKey: String? {
    get throws(ServerProblem) {
      let values = headers.values(of: "Idempotency-Key")
      guard let key = values.first
      else { return nil }
      guard values.count == 1, (1...255).contains(key.utf8.count),
        key.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
      else {
        throw .invalidRequest(
          "'Idempotency-Key' must be one value of 1 to 255 ASCII characters without spaces")
      }
      return key
    }
  }

  fileprivate func checksum(with body: [UInt8]) -> String {
    var checksum = Checksum()
    for bytes in [Array("\(method.rawValue) \(target)\n".utf8), body] {
      bytes.withUnsafeBytes { checksum.update($0) }
    }
    return checksum.finish()
  }
}
