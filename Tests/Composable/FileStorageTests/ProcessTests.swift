import ConcurrencyExtras
import FileStorage
import Foundation
import POSIX
import TestPrograms
import Testing

/// Behavior across processes.
@Suite(.timeLimit(.minutes(10)))
struct ProcessTests {
  private let room: Room
  private let files = FileStorage.fileSystem

  init() throws { room = try Room() }

  @Test("Increments of several processes under the lock are all counted")
  func increments() async throws {
    let url = room.file("counter")
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<4 {
        group.addTask { try await fileFaults("increment", url.path, "50") }
      }
      for _ in 0..<20 {
        try files.withLock(on: url) {
          try files.write("\((Int(try files.text(url) ?? "0") ?? 0) + 1)", to: url)
        }
      }
      try await group.waitForAll()
    }
    #expect(try files.text(url) == "220")
  }

  @Test("Processes that start writing in one folder do not interfere")
  func writers() async throws {
    let outputs = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<8 {
        group.addTask { [room] in
          try await fileFaults("write", room.file("\(number)").path, "1", "20")
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let all = (1...20).map { "\($0)\n" }.joined()
    #expect(outputs == Array(repeating: all, count: 8))
    #expect(try room.names == (0..<8).map { "\($0)" })
  }

  @Test("A lock of another process is awaited")
  func held() async throws {
    let url = room.file("a")
    let holder = try RunningProgram(builtProgram("FileFaults"), ["hold", url.path])
    #expect(try await holder.read(upTo: 5) == "held\n")

    let order = LockIsolated<[String]>([])
    let waiting = Task {
      try await onOwnThread("waiter") {
        try files.withLock(on: url) { order.withLock { $0.append("locked") } }
      }
    }
    order.withLock { $0.append("let go") }
    holder.endInput()
    try await waiting.value
    #expect(try await holder.end() == .exited(0))
    #expect(order.value == ["let go", "locked"])
  }

  @Test("The lock of a killed process is free")
  func killed() async throws {
    let url = room.file("a")
    let holder = try RunningProgram(builtProgram("FileFaults"), ["hold", url.path])
    #expect(try await holder.read(upTo: 5) == "held\n")
    #expect(try await holder.end(after: SIGKILL) == .signaled(SIGKILL))
    #expect(try files.withLock(on: url) { true })
  }

  @Test("KEY-19 Writes of another process arrive, the last one last")
  func watched() async throws {
    let url = room.file("a")
    let changes = files.changes(of: url)
    let writer = Task { try await fileFaults("write", url.path, "1", "100") }
    var seen: [Int] = []
    for try await _ in changes {
      let text = try #require(try files.text(url))
      let number = try #require(text.split(separator: ";").first.flatMap { Int($0) })
      // A complete value, however fast the next one comes.
      #expect(text == String(repeating: "\(number);", count: 1 + number * 7919 % 5000))
      seen.append(number)
      if number == 100 { break }
    }
    #expect(seen == seen.sorted())
    #expect(try await writer.value == (1...100).map { "\($0)\n" }.joined())
  }

  @Test("All watchers share one system queue, closed with the last one")
  func queues() async throws {
    #expect(try await fileFaults("watch", room.file("a").path) == "0\n1\n0\n")
  }
}
