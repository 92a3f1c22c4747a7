import Clocks
import DatabaseClient
import Dependencies
import Foundation
import LibraryEvents
import SharedModels
import Testing

struct LibraryEventsTests {
  private let database: DatabaseClient
  private let changes = LibraryChanges()
  private let clock = TestClock()

  init() {
    var database = DatabaseClient.inMemory()
    database.changes = { [changes] in changes.stream() }
    self.database = database
  }

  private func makeEvents(limit: Int = 1_000) -> LibraryEvents {
    LibraryEvents(database, limit: limit)
  }

  private func stream(of events: LibraryEvents, after id: String? = nil) -> AsyncStream<[UInt8]> {
    withDependencies {
      $0.continuousClock = clock
      $0.uuid = .constant(UUID(uuid: (0xab, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    } operation: {
      events.stream(after: id)
    }
  }

  /// The next events of a stream, without the first, which has its position.
  private func next(
    _ count: Int, of iterator: inout AsyncStream<[UInt8]>.Iterator
  ) async -> [String] {
    var events: [String] = []
    while events.count < count, let bytes = await iterator.next() {
      events.append(String(decoding: bytes, as: UTF8.self))
    }
    return events
  }

  private func memos(_ number: Int) -> String {
    "id: ab000000-\(number)\nevent: memos\n"
      + "data: {\"ids\":[\"00000000-0000-0000-0000-000000000001\"]}\n\n"
  }

  private func connected(_ number: Int) -> String {
    "id: ab000000-\(number)\nevent: connected\ndata: {}\n\n"
  }

  private let change = LibraryChange.recordings([Recording.mock.id])

  @Test("Each change is sent to all clients with an increasing number")
  func changes() async {
    let events = makeEvents()
    var first = stream(of: events).makeAsyncIterator()
    var second = stream(of: events).makeAsyncIterator()
    changes.send(change)
    changes.send(.anything)
    for var iterator in [first, second] {
      #expect(
        await next(3, of: &iterator) == [
          connected(0), memos(1), "id: ab000000-2\nevent: library\ndata: {}\n\n",
        ])
    }
    events.finish()
    #expect(await first.next() == nil)
    #expect(await second.next() == nil)
    var late = stream(of: events).makeAsyncIterator()
    #expect(await next(2, of: &late) == [connected(2)], "and then it ends")
  }

  @Test("A reconnecting client receives missed events or a reset")
  func comesBack() async {
    let events = makeEvents(limit: 2)
    var first = stream(of: events).makeAsyncIterator()
    for _ in 0..<3 { changes.send(change) }
    #expect(await next(4, of: &first) == [connected(0), memos(1), memos(2), memos(3)])
    for (id, expected) in [
      ("ab000000-3", [connected(3)]), ("ab000000-2", [connected(2), memos(3)]),
      ("ab000000-1", [connected(1), memos(2), memos(3)]),
    ] {
      var iterator = stream(of: events, after: id).makeAsyncIterator()
      #expect(await next(expected.count, of: &iterator) == expected)
    }
    for id in ["ab000000-0", "ab000000-4", "cd000000-3", "ab000000--1", "", "x"] {
      var iterator = stream(of: events, after: id).makeAsyncIterator()
      #expect(
        await next(1, of: &iterator) == ["id: ab000000-3\nevent: reset\ndata: {}\n\n"], "\(id)")
    }
  }

  @Test("A client that is cut off after any event of a replay misses none", arguments: 0...5)
  func cutOff(after cut: Int) async {
    let events = makeEvents()
    var first = stream(of: events).makeAsyncIterator()
    for _ in 1...4 { changes.send(change) }
    #expect(await next(5, of: &first).count == 5)
    events.finish()
    var (lastID, received) = ("ab000000-0", [String]())
    for limit in [cut, .max] {
      var iterator = stream(of: events, after: lastID).makeAsyncIterator()
      for event in await next(limit, of: &iterator) {
        lastID = String(event.dropFirst("id: ".count).prefix { $0 != "\n" })
        if !event.contains("connected") { received.append(event) }
      }
    }
    #expect(received == (1...4).map(memos))
    #expect(lastID == "ab000000-4")
  }

  @Test("Comments keep an idle connection open")
  func heartbeat() async {
    let events = makeEvents()
    var iterator = stream(of: events).makeAsyncIterator()
    #expect(await next(1, of: &iterator) == [connected(0)])
    // Its waiter may not have started yet.
    let time = Task { [clock] in
      while !Task.isCancelled { await clock.advance(by: .seconds(15)) }
    }
    #expect(await next(1, of: &iterator) == [":\n\n"])
    time.cancel()
  }

  @Test("A client that does not read is disconnected, and others are not")
  func slow() async {
    let events = makeEvents(limit: 2)
    let slow = stream(of: events)
    var quick = stream(of: events).makeAsyncIterator()
    _ = await quick.next()
    for number in 1...10 {
      changes.send(change)
      #expect(await next(1, of: &quick) == [memos(number)])
    }
    var count = 0
    for await _ in slow { count += 1 }
    #expect(count == 4)
  }
}
