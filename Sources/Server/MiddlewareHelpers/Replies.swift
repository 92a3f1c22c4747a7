import Foundation
public import HTTPMessages
public import ServerRouter
import SharedModels

extension HTTPResponse {
  /// A value as JSON.
  public static func json(_ value: some Encodable, _ status: HTTPStatus = .ok) throws -> Self {
    HTTPResponse(
      status, headers: ["Content-Type": "application/json"],
      content: .bytes(Array(try JSONEncoder.speechMemo.encode(value))))
  }

  /// Events that are sent as they happen.
  ///
  /// - Parameter next: The next bytes of ``ServerSentEvent``s, or `nil` at the end.
  public static func events(
    _ next: @escaping @Sendable () async throws -> ArraySlice<UInt8>?
  ) -> Self {
    HTTPResponse(
      headers: ["Cache-Control": "no-store", "Content-Type": "text/event-stream"],
      content: .stream(HTTPBody(next: next)))
  }

  /// Done, with nothing to tell.
  public static let noContent = HTTPResponse(.noContent)

  /// Why a request was not done.
  ///
  /// - Parameter isForOpenAI: Whether to say it in the way of OpenAI's clients, too, who look for
  ///   `error.message`.
  public init(_ problem: ServerProblem, isForOpenAI: Bool = false) {
    let document = ProblemDocument(problem, isForOpenAI: isForOpenAI)
    let body = (try? JSONEncoder.speechMemo.encode(document)).map(Array.init) ?? []
    self.init(
      problem.status, headers: ["Content-Type": "application/problem+json"], content: .bytes(body))
  }
}

/// A problem, and the same once more where a client looks for it elsewhere.
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
  /// Answers with JSON, and with 304 where the client has just this.
  public func json(_ value: some Encodable) throws -> HTTPResponse {
    reply(Array(try JSONEncoder.speechMemo.encode(value)), as: "application/json")
  }

  /// Answers with these bytes, and with 304 where the client has just them.
  public func reply(_ bytes: [UInt8], as mediaType: String) -> HTTPResponse {
    let tag = EntityTag(of: bytes)
    return knows(tag)
      ? HTTPResponse(.notModified, headers: ["ETag": tag.description])
      : HTTPResponse(
        headers: ["Content-Type": mediaType, "ETag": tag.description], content: .bytes(bytes))
  }

  /// Whether the client has what has this tag.
  public func knows(_ tag: EntityTag) -> Bool {
    tag.isListed(in: headers.list(of: "If-None-Match"))
  }

  /// Throws where the client wants to change another state than the one that is there.
  ///
  /// - Parameter value: What is there, as ``json(_:)`` has told it.
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
