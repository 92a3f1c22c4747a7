import ConcurrencyExtras
import DatabaseClient
import HTTPMessages
import MiddlewareHelpers
import ServerRouter

/// What was answered lately, to be answered again while nothing has changed in the library: apps and
/// pages ask for the same again and again.
final class ReplyCache: Sendable {
  private struct Reply {
    let bytes: [UInt8]
    let headers: HTTPHeaders
    let revision: Int
    let scope: AccessScope
    let tag: EntityTag
  }

  private struct State {
    var byteCount = 0
    var replies: [String: Reply] = [:]
  }

  private let state = Protected(State())

  /// As many bytes are kept, and of one answer.
  private static let (limit, replyLimit) = (16 << 20, 1 << 20)

  /// The answer, if it is what would be told now.
  ///
  /// - Throws: A ``ServerProblem`` where the visitor may not see it.
  func reply(to request: HTTPRequest, for visitor: Visitor) throws -> HTTPResponse? {
    guard let revision = visitor.revision, request.method == .get || request.method == .head,
      let reply = state.withLock({ $0.replies[request.target] }), reply.revision == revision
    else { return nil }
    try visitor.require(reply.scope)
    return request.knows(reply.tag)
      ? HTTPResponse(.notModified, headers: ["ETag": reply.tag.description])
      : HTTPResponse(headers: reply.headers, content: .bytes(reply.bytes))
  }

  /// Keeps an answer, if it depends on nothing but the library.
  ///
  /// - Parameter revision: The library's, from before the answer was made.
  func keep(
    _ response: HTTPResponse, to route: ServerRoute, _ request: HTTPRequest, revision: Int?
  ) {
    guard let revision, let scope = route.scope, route.isOfLibraryAlone, response.status == .ok,
      case .bytes(let bytes) = response.content, bytes.count <= Self.replyLimit,
      let tag = response.headers["ETag"].flatMap(EntityTag.init(field:))
    else { return }
    let reply = Reply(
      bytes: bytes, headers: response.headers, revision: revision, scope: scope, tag: tag)
    state.withLock { state in
      let others = state.byteCount - (state.replies[request.target]?.bytes.count ?? 0)
      if others + bytes.count > Self.limit {
        state = State(byteCount: bytes.count, replies: [request.target: reply])
      } else {
        state.byteCount = others + bytes.count
        state.replies[request.target] = reply
      }
    }
  }
}

extension ServerRoute {
  /// Whether its answer stays the same while nothing changes in the library.
  fileprivate var isOfLibraryAlone: Bool {
    switch self {
    case .jobs(.finished), .jobs(.list), .jobs(.segments), .memos(.checksum), .memos(.files),
      .memos(.ids), .memos(.list), .search, .statistics:
      true
    case .memos(.memo(_, let route)):
      switch route {
      case .get, .job, .transcript, .transcription: true
      default: false
      }
    default: false
    }
  }
}
