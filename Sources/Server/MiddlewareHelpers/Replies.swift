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
  let detail: String
  let error: OpenAIError?
  let status: HTTPStatus
  let title: String

  init(_ problem: ServerProblem, isForOpenAI: Bool) {
    detail = problem.detail
    error = isForOpenAI ? OpenAIError(problem) : nil
    status = problem.status
    title = problem.title
  }

  struct OpenAIError: Encodable {
    let message: String
    let type: String

    init(_ problem: ServerProblem) {
      message = problem.detail
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

  public func knows(_ tag: EntityTag) -> Bool {
    tag.isListed(in: headers.list(of: "If-None-Match"))
  }

  /// Throws if `If-Match` doesn't match the value as sent by ``json(_:)``.
  public func requireMatch(_ value: some Encodable) throws {
    let tags = headers.list(of: "If-Match")
    guard !tags.isEmpty
    else { return }
    let tag = EntityTag(of: Array(try JSONEncoder.speechMemo.encode(value)))
    guard tag.isListedExactly(in: tags)
    else {
      throw ServerProblem(
        .preconditionFailed, "Conflicting change",
        detail: "the resource has changed since you fetched it: fetch it again, then retry")
    }
  }
}
