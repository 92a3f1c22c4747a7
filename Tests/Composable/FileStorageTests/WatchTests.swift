import ConcurrencyExtras
import FileStorage
import Foundation
import Testing

/// Notifications of watchers, on disk and in memory.
@Suite(.timeLimit(.minutes(10)))
struct WatchTests {
  private let room: Room

  init() throws { room = try Room() }

  @Test("KEY-19 A watcher receives the stamp that a write returned", arguments: Kind.allCases)
  func write(_ kind: Kind) async throws {
    let files = kind.storage
    let url = room.file("a")
    var changes = files.changes(of: url).makeAsyncIterator()
    for number in 1...5 {
      let stamp = try files.write("\(number)", to: url)
      #expect(try await changes.next() == stamp)
    }
  }

  @Test("KEY-19 Deletions and new files are reported", arguments: Kind.allCases)
  func deleteAndRecreate(_ kind: Kind) async throws {
    let files = kind.storage
    let url = room.file("a")
    try files.write("x", to: url)
    var changes = files.changes(of: url).makeAsyncIterator()
    try files.delete(url)
    #expect(try await changes.next() == .missing)
    let stamp = try files.write("y", to: url)
    #expect(try await changes.next() == stamp)
    try files.quarantine(url)
    #expect(try await changes.next() == .missing)
  }

  @Test(
    "An earlier change is reported to a watcher with an older stamp",
    arguments: Kind.allCases)
  func since(_ kind: Kind) async throws {
    let files = kind.storage
    let url = room.file("a")
    let old = try files.write("old", to: url)
    let new = try files.write("new", to: url)
    var changes = files.changes(of: url, since: old).makeAsyncIterator()
    #expect(try await changes.next() == new)
    // The known stamp is not repeated: the next element is the next change.
    var later = files.changes(of: url, since: new).makeAsyncIterator()
    let third = try files.write("third", to: url)
    #expect(try await later.next() == third)
  }

  @Test("A file whose folders do not exist yet is watched", arguments: Kind.allCases)
  func missingFolder(_ kind: Kind) async throws {
    let files = kind.storage
    let url = room.file("x/y/z/a")
    var changes = files.changes(of: url).makeAsyncIterator()
    #expect(try room.names == [])
    let stamp = try files.write("x", to: url)
    #expect(try await changes.next() == stamp)
    let next = try files.write("y", to: url)
    #expect(try await changes.next() == next)
  }

  @Test("Many changes end with how the file is", arguments: Kind.allCases)
  func coalesced(_ kind: Kind) async throws {
    let files = kind.storage
    let url = room.file("a")
    var changes = files.changes(of: url).makeAsyncIterator()
    var last = FileStamp.missing
    for number in 1...100 { last = try files.write("\(number)", to: url) }
    try await changes.waitFor(last)
  }

  @Test("All watchers of a file are notified, and no others", arguments: Kind.allCases)
  func several(_ kind: Kind) async throws {
    let files = kind.storage
    let others = LockIsolated(0)
    let other = try files.subscribe(to: room.file("other")) { _ in others.withLock { $0 += 1 } }
    let streams = (0..<10).map { _ in files.changes(of: room.file("a")) }
    let stamp = try files.write("x", to: room.file("a"))
    for stream in streams {
      var changes = stream.makeAsyncIterator()
      #expect(try await changes.next() == stamp)
    }
    #expect(others.value == 0)
    other.cancel()
  }

  @Test("A canceled watcher is not notified", arguments: Kind.allCases)
  func cancelled(_ kind: Kind) async throws {
    let files = kind.storage
    let url = room.file("a")
    let calls = LockIsolated(0)
    let subscription = try files.subscribe(to: url) { _ in calls.withLock { $0 += 1 } }
    subscription.cancel()
    do {
      let released = try files.subscribe(to: url) { _ in calls.withLock { $0 += 1 } }
      _ = released
    }
    var changes = files.changes(of: url).makeAsyncIterator()
    let stamp = try files.write("x", to: url)
    #expect(try await changes.next() == stamp)
    #expect(calls.value == 0)
  }

  @Test("A watcher may change the file that it watches", arguments: Kind.allCases)
  func reentrant(_ kind: Kind) async throws {
    let files = kind.storage
    let url = room.file("a")
    let (done, continuation) = AsyncStream<String?>.makeStream()
    let subscription = try files.subscribe(to: url) { _ in
      let text = (try? files.text(url)) ?? nil
      if text == "ping" { _ = try? files.write("pong", to: url) }
      if text == "pong" { continuation.yield(text) }
    }
    try files.write("ping", to: url)
    var results = done.makeAsyncIterator()
    #expect(await results.next() == "pong")
    subscription.cancel()
  }

  @Test("A stream ends with its task", arguments: Kind.allCases)
  func ends(_ kind: Kind) async throws {
    let files = kind.storage
    let stream = files.changes(of: room.file("a"))
    let task = Task {
      for try await _ in stream {}
      return true
    }
    task.cancel()
    #expect(try await task.value)
  }
}
