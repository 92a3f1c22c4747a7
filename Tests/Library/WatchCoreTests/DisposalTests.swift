import AudioFileClient
import DatabaseClient
import Dependencies
import Foundation
import ImportCore
import SharedModels
import Testing
import WatchCore

@Suite(.timeLimit(.minutes(10)))
struct DisposalTests {
  private let session: WatchSession
  private let done: URL

  init() throws {
    session = try WatchSession()
    done = session.root.appendingPathComponent("done", isDirectory: true)
  }

  private func names(in folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".wav") }.sorted()
  }

  @Test("A file is deleted once its memo is saved")
  func delete() async throws {
    try session.arrive("a.wav")
    let insert = session.database.insert
    let url = session.url("a.wav")
    let events = try await session.watch(.delete) {
      $0.database.insert = {
        #expect(FileManager.default.fileExists(atPath: url.path))
        try await insert($0, $1)
      }
    } until: {
      await session.pass(until: { $0.name == "deleted" })
    }
    #expect(events.names.prefix(2) == ["added a.wav", "deleted"])
    #expect(try names(in: session.inbox) == [])
    #expect(try names(in: session.library.audio).count == 1)
  }

  @Test("A file is not deleted if its memo's audio is damaged")
  func damagedTwin() async throws {
    try session.arrive("a.wav")
    try await session.watch { await session.pass(until: \.isImported) }
    let memo = try #require(try await session.memos().first)
    try Data("damaged".utf8).write(to: session.library.audioFile(named: memo.audio.fileName))
    try session.arrive("b.wav")
    let events = try await session.watch(.delete) {
      await session.pass(until: { $0 == .waiting })
    }
    #expect(events.names == ["existing b.wav", "problem", "waiting"])
    #expect(try names(in: session.inbox) == ["a.wav", "b.wav"])
  }

  @Test("A file that is written to while it is imported is neither deleted nor forgotten")
  func changed() async throws {
    try session.arrive("a.wav", "old")
    let insert = session.database.insert
    let events = try await session.watch(.delete) { [session] in
      $0.database.insert = {
        try await insert($0, $1)
        if $0.audio.sha256 == "old" { try session.arrive("a.wav", "new") }
      }
    } until: {
      await session.pass(until: { $0.name == "deleted" })
    }
    #expect(events.names.prefix(3) == ["added a.wav", "added a.wav", "deleted"])
    #expect(try await session.memos().map(\.audio.sha256).sorted() == ["new", "old"])
  }

  @Test("Files are moved with their subfolders, and replace no others")
  func move() async throws {
    try FileManager.default.createDirectory(at: done, withIntermediateDirectories: true)
    try Data("other".utf8).write(to: done.appendingPathComponent("a.wav"))
    try session.arrive("a.wav", "one")
    try session.arrive("sub/b.wav", "two")
    let events = try await session.watch(.move(to: done)) {
      await session.pass(until: { $0.name.hasPrefix("moved") }, count: 2)
    }
    #expect(
      events.names.filter { $0.hasPrefix("moved") } == ["moved a 2.wav", "moved b.wav"])
    #expect(try names(in: done) == ["a 2.wav", "a.wav", "sub/b.wav"])
    #expect(try names(in: session.inbox) == [])
  }

  @Test("A move that was killed between its two steps is finished")
  func killedMove() async throws {
    try FileManager.default.createDirectory(at: done, withIntermediateDirectories: true)
    try Data("sound".utf8).write(to: done.appendingPathComponent("a.wav"))
    try session.arrive("a.wav")
    try await session.watch(.move(to: done)) {
      await session.pass(until: { $0.name.hasPrefix("moved") })
    }
    #expect(try names(in: done) == ["a.wav"])
    #expect(try names(in: session.inbox) == [])
  }

  @Test("A file that cannot be moved stays and is reported, and its memo is safe")
  func notMovable() async throws {
    try session.arrive("a.wav")
    try Data().write(to: done)
    let events = try await session.watch(.move(to: done)) {
      await session.pass(until: { $0 == .waiting })
    }
    #expect(events.names == ["added a.wav", "problem", "waiting"])
    #expect(try names(in: session.inbox) == ["a.wav"])
  }

  @Test("The copy that a killed import has left without a memo is cleaned up")
  func leftCopy() async throws {
    let audio = session.library.audio
    try FileManager.default.createDirectory(at: audio, withIntermediateDirectories: true)
    for (name, text) in [("left.wav", "sound"), ("other.wav", "other"), (".new-1", "so")] {
      try Data(text.utf8).write(to: audio.appendingPathComponent(name))
    }
    try session.arrive("a.wav")
    try await session.watch { await session.pass(until: { $0 == .waiting }) }
    let memo = try #require(try await session.memos().first)
    // Audio without a twin is for 'recover'.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: audio.path).sorted()
        == [memo.audio.fileName, "other.wav"])
  }
}
