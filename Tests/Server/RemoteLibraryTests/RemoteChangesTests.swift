import ApiClient
import Clocks
import ConcurrencyExtras
import DatabaseClient
import HTTPMessages
import ServerRouter
import SharedModels
import Testing

struct RemoteChangesTests {
  @Test("Changes arrive, and a lost connection resumes")
  func changes() async throws {
    let clock = TestClock()
    let remote = try await RemoteSite([RemoteSite.memo(1), RemoteSite.memo(2)], clock: clock)
    let ids = (1...2).map { RemoteSite.memo($0).recording.id }
    let (asked, tellAsked) = AsyncStream<String?>.makeStream()
    remote.onResponse.setValue { request, response in
      tellAsked.yield(request.headers["Last-Event-ID"])
      return response
    }
    var questions = asked.makeAsyncIterator()
    var changes = remote.database.changes().makeAsyncIterator()
    #expect(await questions.next() == .some(nil))
    // A request from before the listener may be outdated.
    #expect(await changes.next() == .anything)
    _ = try await remote.site.database.modify(id: ids[0]) { $0.title = "One" }
    #expect(await changes.next() == .recordings([ids[0]]))
    // The server stops; changes in the meantime are not missed, since another run has no history.
    remote.site.endStreams()
    await clock.advance(by: .seconds(1))
    let last = try #require(await questions.next())
    #expect(last?.hasSuffix("-1") == true, "\(last ?? "none")")
  }

  @Test("A connection that is lost between the events of a replay misses none", arguments: 0...4)
  func lostInReplay(after cut: Int) async throws {
    let remote = try await RemoteSite()
    let ids = (1...3).map { RemoteSite.memo($0).recording.id }
    let connected = "id: a-4\nevent: connected\ndata: {}\n\n"
    let events = ids.enumerated().map { number, id in
      "id: a-\(number + 2)\nevent: memos\ndata: {\"ids\":[\"\(id.text)\"]}\n\n"
    }
    let connections = LockIsolated(0)
    remote.onResponse.setValue { request, _ in
      let number = connections.withValue { count in
        count += 1
        return count
      }
      let position = request.headers["Last-Event-ID"].flatMap { Int($0.dropFirst("a-".count)) }
      let replay = [connected] + events.dropFirst(max(0, (position ?? 1) - 1))
      return switch number {
      case 1: HTTPResponse(text: connected.replacing("a-4", with: "a-1"))
      case 2: HTTPResponse(text: replay.prefix(cut).joined())
      case 3: HTTPResponse(text: replay.joined())
      default:
        throw ApiError.problem(
          server: "", ServerProblem(.unauthorized, .noToken, detail: "the test ends"))
      }
    }
    var changes = remote.database.changes().makeAsyncIterator()
    #expect(await changes.next() == .anything)
    for id in ids { #expect(await changes.next() == .recordings([id])) }
  }
}
