import Foundation
public import HTTPMessages
public import ServerRouter
import SharedModels

extension HTTPResponse {
  public static func json(_ value: some Encodable, _ status: HTTPStatus = .ok) throws -> Self {
    HTTPResponse(
      status, headers: ["Content-Type": "application/json"],
      content: .bytes(Array(try JSONEncoder.speechMemo.encode(value))))
  }

  public static func events(
    _ next: @escaping @Sendable () async throws -> ArraySlice<UInt8>?
  ) -> Self {
    HTTPResponse(
      headers: ["Cache-Control": "no-store", "Content-Type": "text/event-stream"],
      content: .stream(HTTPBody(next: next)))
  }

  public static let noContent = HTTPResponse(.noContent)

  /// - Parameter isForOpenAI: Adds `error.message`, where OpenAI's clients look.
  public init(_ problem: ServerProblem, isForOpenAI: Bool = false) {
    let document = ProblemDocument(problem, isForOpenAI: isForOpenAI)
    let body = (try? JSONEncoder.speechMemo.encode(document)).map(Array.init) ?? []
    var headers = problem.headers
    headers["Content-Type"] = "application/problem+json"
    self.init(problem.status, headers: headers, content: .bytes(body))
  }
}

private struct ProblemDocument: Encodable {
  let code: String?
  let detail: String
  let error: OpenAIError?
  let status: HTTPStatus
  let title: String
  let type: String?

  init(_ problem: ServerProblem, isForOpenAI: Bool) {
    code = problem.code
    detail = problem.detail
    error = isForOpenAI ? OpenAIError(problem) : nil
    status = problem.status
    title = problem.title
    type = problem.code.flatMap(ProblemCode.init)?.type
  }

  struct OpenAIError: Encodable {
    let code: String?
    let message: String
    let param: String?
    let type: String

    init(_ problem: ServerProblem) {
      code = problem.openAICode
      message = problem.detail
      param = problem.parameter
      type = problem.status.rawValue < 500 ? "invalid_request_error" : "server_error"
    }
  }
}

extension HTTPRequest {
  /// Returns the value as JSON, or 304 if the client already has it.
  public func json(_ value: some Encodable) throws -> HTTPResponse {
    reply(Array(try JSONEncoder.speechMemo.encode(value)), as: "application/json")
  }

  public func reply(_ bytes: [UInt8], as mediaType: String) -> HTTPResponse {
    let tag = EntityTag(of: bytes)
    return knows(tag)
      ? HTTPResponse(.notModified, headers: ["ETag": tag.description])
      : HTTPResponse(
        headers: ["Content-Type": mediaType, "ETag": tag.description], content: .bytes(bytes))
  }

  /// The client of a GET or HEAD request has this version. Otherwise, the field is a precondition.
  public func knows(_ tag: EntityTag) -> Bool {
    isSafe && tag.isListed(in: headers.list(of: "If-None-Match"))
  }

  public var isSafe: Bool { method == .get || method == .head }

  /// Throws if a precondition doesn't hold for the value as sent by ``json(_:)``.
  public func requirePreconditions(for value: some Encodable) throws {
    try requirePreconditions(tag: EntityTag(of: Array(try JSONEncoder.speechMemo.encode(value))))
  }

  /// Throws if `If-Match` or, unless the method reads, `If-None-Match` fails: RFC 9110, section 13.
  public func requirePreconditions(
    tag: EntityTag?, exists: Bool = true
  ) throws(ServerProblem) {
    let wanted = headers.list(of: "If-Match")
    let unwanted = isSafe ? [] : headers.list(of: "If-None-Match")
    let isWanted = exists && (wanted.contains("*") || tag?.isListedExactly(in: wanted) == true)
    let isUnwanted = exists && (unwanted.contains("*") || tag?.isListed(in: unwanted) == true)
    guard !isUnwanted
    else {
      throw ServerProblem(
        .preconditionFailed, .alreadyExists,
        detail: "'If-None-Match' excludes the current version: send the request without it")
    }
    guard isWanted || wanted.isEmpty
    else {
      throw ServerProblem(
        .preconditionFailed, .conflictingChange,
        detail: "the resource has changed since you fetched it: fetch it again, then retry")
    }
  }
}
