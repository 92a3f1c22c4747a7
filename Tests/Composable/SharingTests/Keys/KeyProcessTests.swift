import ConcurrencyExtras
import DependenciesTestSupport
import FileStorage
import Foundation
import POSIX
import Sharing
import TestPrograms
import Testing

/// Behavior across processes, and at the end of one.
@Suite(.dependencies { $0.defaultFileStorage = .fileSystem }, .timeLimit(.minutes(10)))
struct KeyProcessTests {
  private let room: Room

  init() throws { room = try Room() }

  private func text(_ name: String) -> String? {
    try? FileStorage.fileSystem.text(room.file(name))
  }

  private func storedNumber(_ name: String) throws -> Int? {
    let data = try #require(try FileStorage.fileSystem.read(room.file(name)).data)
    let list = try PropertyListSerialization.propertyList(from: data, format: nil)
    return (list as? [String: Int])?["number"]
  }

  @Test(
    "KEY-18 Pending changes are saved when the program ends", arguments: ["return", "exit"])
  func normalEnd(how: String) async throws {
    #expect(try await sharingFaults("wait", room.file(how).path, "42", how) == "waiting\n")
    #expect(text(how) == "42")
    #expect(try storedNumber("\(how).plist") == 42)
  }

  @Test(
    "KEY-18 Pending changes are saved when a signal ends the program", arguments: [SIGTERM, SIGINT])
  func signalled(number: Int32) async throws {
    #expect(try await end("signal", after: number) == .signaled(number))
    #expect(text("a") == "42")
    #expect(try storedNumber("a.plist") == 42)
  }

  @Test("KEY-18 A handler that the program had installed before still runs, after the saving")
  func handled() async throws {
    #expect(try await end("handled", after: SIGTERM) == .exited(7))
    #expect(text("a") == "42")
  }

  @Test("KEY-18 A signal that the program ignores stays ignored")
  func ignored() async throws {
    #expect(
      try await sharingFaults("wait", room.file("a").path, "42", "ignored")
        == "waiting\nstill here\n")
  }

  @Test(
    "KEY-18 Changes by an observer during the final save are saved, too",
    arguments: ["file", "suite", "other", "stuck", "both", "twice"])
  func endedInside(how: String) async throws {
    let leaving = try RunningProgram(
      builtProgram("SharingFaults"), ["leave", room.file(how).path, "42", how])
    #expect(try await leaving.end() == .exited(3))
    if how == "suite" {
      #expect(try storedNumber(how) == 42)
    } else {
      #expect(text(how) == "42")
    }
  }

  @Test("A replaced file that may not survive a crash is not mistaken for another's")
  func unsynced() async throws {
    let url = room.file("a")
    let output = try await sharingFaults("unsynced", url.path)
    #expect(
      output == """
        saved
        saved
        Cannot write '\(url.path)': Input/output error.
        Cannot write '\(url.path).plist': Input/output error.
        saved
        saved
        told

        """)
    #expect(text("a") == "")
  }

  @Test("A suite whose file cannot be watched has its values, and a load error")
  func unwatched() async throws {
    let url = room.file("a")
    let list = try PropertyListSerialization.data(
      fromPropertyList: ["number": 42], format: .binary, options: 0)
    try FileStorage.fileSystem.write(list, to: url)
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o644], ofItemAtPath: url.path)
    try manager.setAttributes([.posixPermissions: 0o333], ofItemAtPath: room.folder.path)
    let output = try await sharingFaults("unwatched", url.path)
    try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: room.folder.path)
    #expect(
      output == """
        42
        Cannot watch '\(url.path)': permission is denied; check who owns the file and its folder.

        """)
  }

  private func end(_ how: String, after signal: Int32) async throws -> ChildEnd? {
    let waiting = try RunningProgram(
      builtProgram("SharingFaults"), ["wait", room.file("a").path, "42", how])
    #expect(try await waiting.read(upTo: 8) == "waiting\n")
    return try await waiting.end(after: signal)
  }

  @Test("Increments of several processes through the key that merges are all counted")
  func increments() async throws {
    let url = room.file("counter")
    let counter = Shared(wrappedValue: 0, .fileStorage(url, merge: .counter))
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<4 {
        group.addTask { try await sharingFaults("increment", url.path, "50") }
      }
      for _ in 0..<20 {
        counter.withLock { $0 += 1 }
        try await counter.save()
      }
      try await group.waitForAll()
    }
    #expect(text("counter") == "220")
    try await counter.load()
    #expect(counter.wrappedValue == 220)
  }

  @Test("Processes that set different keys of a suite lose nothing to each other")
  func suite() async throws {
    let url = room.file("suite.plist")
    _ = try await withThrowingTaskGroup(of: String.self) { group in
      for key in ["a", "b", "c", "d"] {
        group.addTask { try await sharingFaults("defaults", url.path, key, "30") }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    let store = FileUserDefaults(url: url, storage: .fileSystem)
    for key in ["a", "b", "c", "d"] { #expect(store.integer(forKey: key) == 30) }
  }

  @Test("KEY-19 Saves of another process arrive, the last one last")
  func arrives() async throws {
    let url = room.file("values")
    let values = Shared(wrappedValue: [Int](), .fileStorage(url))
    let seen = values.values
    let writer = Task { try await sharingFaults("save", url.path, "1", "50") }
    var last = 0
    for await value in seen {
      guard let number = value.first else { continue }
      #expect(value == Array(repeating: number, count: 1 + number * 7919 % 2000))
      #expect(number >= last)
      last = number
      if number == 50 { break }
    }
    #expect(try await writer.value == (1...50).map { "\($0)\n" }.joined())
  }

  @Test("KEY-19 KEY-13 Changes of a suite by another process arrive")
  func arrivesInSuite() async throws {
    let url = room.file("suite.plist")
    let store = FileUserDefaults(url: url, storage: .fileSystem)
    let number = Shared(wrappedValue: 0, .appStorage("number", store: store))
    let writer = Task { try await sharingFaults("defaults", url.path, "number", "10") }
    for await value in number.values where value == 10 { break }
    _ = try await writer.value
    #expect(number.wrappedValue == 10)
  }

  @Test("A full disk is a save error; the old value stays in the file")
  func fullDisk() async throws {
    let output = try await sharingFaults("limited", room.file("a").path, "100000", "5000")
    #expect(
      output == """
        Cannot write '\(room.file("a").path)': the disk or the quota is full; free some space.
        saved

        """)
    #expect(text("a") == #""short""#)
    #expect(try room.names == ["a"])
  }

  @Test("A folder that may not be written is a save error; the file stays as it was")
  func readOnlyFolder() async throws {
    try FileStorage.fileSystem.write(#""theirs""#, to: room.file("a"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o555], ofItemAtPath: room.folder.path)
    let output = try await sharingFaults("nobody", room.file("a").path)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: room.folder.path)
    #expect(output.contains("permission is denied"), "\(output)")
    #expect(text("a") == #""theirs""#)
  }
}
