import AudioMiddleware
import DatabaseClient
import HTTPMessages
import MiddlewareHelpers
import POSIX
import ServerRouter

/// Recent replies, valid while the library's revision stays the same.
final class ReplyCache: Sendable {
  private struct Reply {
    let content: Content
    let revision: Int
    let scope: AccessScope

    var byteCount: Int {
      if case .answer(let bytes, _, _) = content { bytes.count + 1_024 } else { 1_024 }
    }
  }

  private enum Content {
    case answer([UInt8], HTTPHeaders, EntityTag)
    case sound(AudioResponder)
  }

  private struct State {
    var byteCount = 0
    var revision: Int?
    var replies: [String: Reply] = [:]
  }

  private let state = Mutex(State())

  /// Limits in bytes: of all replies, of one reply, and of a request's target.
  private static let (limit, replyLimit, targetLimit) = (16 << 20, 1 << 20, 512)

  func reply(to request: HTTPRequest, for client: AuthorizedClient) async throws -> HTTPResponse? {
    guard let revision = client.revision, request.method == .get || request.method == .head,
      let reply = state.withLock({ $0.replies[request.target] }), reply.revision == revision
    else { return nil }
    try client.require(reply.scope)
    switch reply.content {
    case .answer(let bytes, let headers, let tag):
      return request.knows(tag)
        ? HTTPResponse(.notModified, headers: ["ETag": tag.description])
        : HTTPResponse(headers: headers, content: .bytes(bytes))
    case .sound(let sound): return try await sound.response(to: request)
    }
  }

  /// - Parameter revision: From before the reply was made, so that a change in between outdates it.
  func keep(
    _ response: HTTPResponse, to route: ServerRoute, _ request: HTTPRequest, revision: Int?
  ) {
    guard let revision, let scope = route.scope, route.isCacheable, response.status == .ok,
      case .bytes(let bytes) = response.content, bytes.count <= Self.replyLimit,
      let tag = response.headers["ETag"].flatMap(EntityTag.init(field:))
    else { return }
    keep(
      Reply(content: .answer(bytes, response.headers, tag), revision: revision, scope: scope),
      request)
  }

  func keep(_ sound: AudioResponder, _ request: HTTPRequest, revision: Int?) {
    guard let revision
    else { return }
    keep(Reply(content: .sound(sound), revision: revision, scope: .read), request)
  }

  private func keep(_ reply: Reply, _ request: HTTPRequest) {
    guard request.target.utf8.count <= Self.targetLimit
    else { return }
    state.withLock { state in
      let others = state.byteCount - (state.replies[request.target]?.byteCount ?? 0)
      if state.revision != reply.revision || others + reply.byteCount > Self.limit {
        state = State(
          byteCount: reply.byteCount, revision: reply.revision, replies: [request.target: reply])
      } else {
        state.byteCount = others + reply.byteCount
        state.replies[request.target] = reply
      }
    }
  }
}

extension ServerRoute {
  fileprivate var isCacheable: Bool {
    switch self {
    case .jobs(.finished), .jobs(.list), .jobs(.segments), .memos(.checksum), .memos(.files),
      .memos(.ids), .memos(.list), .search, .statistics, .tags:
      true
    case .memos(.memo(_, let route)):
      switch route {
      case .get, .transcript, .transcription: true
      default: false
      }
    default: false
    }
  }
}
