import AudioFileClient
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import ImportCore
import LibraryFolder
import SharedModels
import Testing
import WatchCore

@Suite(.timeLimit(.minutes(10)))
struct FolderWatcherTests {
  private let session: WatchSession

  init() throws {
    session = try WatchSession()
  }

  @Test("Existing files are imported and transcribed, in subfolders too, and then new ones")
  func arrivals() async throws {
    try session.arrive("a.wav", "one")
    try session.arrive("2026/november/b.wav", "two")
    let events = try await session.watch {
      await session.pass(until: { $0 == .waiting })
      try session.arrive("c.wav", "three")
      await session.pass(until: \.isFinished, count: 3)
    }
    #expect(events.names == ["added a.wav", "added b.wav", "waiting", "added c.wav"])
    #expect(try await session.memos().map(\.transcription) == [.done, .done, .done])
  }

  @Test("A restarted watch imports nothing twice, not even deleted memos")
  func again() async throws {
    try session.arrive("a.wav")
    try session.arrive("b.wav", "two")
    try await session.watch { await session.pass(until: \.isFinished, count: 2) }
    let ids = try await session.memos().map(\.id)
    try await session.database.trash(ids: ids, at: Date(timeIntervalSince1970: 2_000))
    _ = try await session.database.deletePermanently(ids: ids)
    let events = try await session.watch { await session.pass(until: { $0 == .waiting }) }
    #expect(events.names == ["waiting"])
    #expect(try await session.memos() == [])
  }

  @Test("Killed after the memo was saved and before the file was remembered, it finds the memo")
  func killedBeforeItRemembered() async throws {
    try session.arrive("a.wav")
    try await session.watch {
      $0.database.saveProcessedFile = { _ in throw CancellationError() }
    } until: {
      await session.pass(until: \.isImported)
    }
    #expect(try await session.database.processedFiles() == [])
    let events = try await session.watch { await session.pass(until: { $0 == .waiting }) }
    #expect(events.names == ["existing a.wav", "waiting"])
    #expect(try await session.memos().count == 1)
    #expect(try await session.database.processedFiles().map(\.path) == [session.url("a.wav").path])
  }

  @Test("A watch transcribes the memos of a killed one")
  func leftOver() async throws {
    try session.arrive("a.wav")
    let stuck = LockIsolated(true)
    let claim = session.database.jobs.claim
    try await session.watch {
      $0.database.jobs.claim = { stuck.value ? nil : try await claim($0) }
    } until: {
      await session.pass(until: { $0 == .waiting })
    }
    #expect(try await session.memos().map(\.transcription) == [.queued])
    try await session.watch { await session.pass(until: \.isFinished) }
    #expect(try await session.memos().map(\.transcription) == [.done])
  }

  @Test("A transcript that another process makes is reported once")
  func transcribedElsewhere() async throws {
    try session.arrive("a.wav")
    let jobs = session.database.jobs
    let events = try await session.watch {
      $0.database.jobs.claim = { _ in nil }
    } until: {
      await session.pass(until: { $0 == .waiting })
      let job = try #require(try await jobs.claim(among: nil))
      try await jobs.append(
        segments: Transcription.preview("Made by the server.").segments, to: job.id,
        checkpoint: nil, progress: 1)
      try await jobs.end(
        id: job.id,
        outcome: .done(TranscriptionSummary(), at: Date(timeIntervalSince1970: 1_000)))
      await session.pass(until: \.isFinished)
      await session.passLooks(2)
    }
    let memo = try #require(try await session.memos().first)
    #expect(
      events.filter(\.isFinished) == [.transcription(.finished(memo.id, wordCount: 4))])
  }

  @Test("A file is not imported while it is open for writing or has a temporary name")
  func halfWritten() async throws {
    try session.arrive("a.wav", "half", isOpen: true)
    try session.arrive("b.wav.part", "two")
    try session.arrive(".c.wav", "three")
    let events = try await session.watch {
      await session.passLooks(20)
      #expect(session.events.value.names == ["waiting"] || session.events.value.names == [])
      try session.arrive("a.wav", "whole")
      try FileManager.default.moveItem(at: session.url("b.wav.part"), to: session.url("b.wav"))
      session.folders.remove(session.url("b.wav.part"))
      try session.arrive("b.wav", "two")
      await session.pass(until: \.isImported, count: 2)
    }
    #expect(events.names.filter { $0 != "waiting" } == ["added a.wav", "added b.wav"])
    #expect(try await session.memos().map(\.audio.sha256).sorted() == ["two", "whole"])
  }

  @Test("An open file that is unchanged for ten minutes is imported anyway")
  func neverClosed() async throws {
    try session.arrive("a.wav", isOpen: true)
    // Long steps: beside all other tests each waits for its turn.
    let events = try await session.watch(rest: .seconds(60)) {
      await session.pass(by: .seconds(60), until: \.isImported)
    }
    #expect(events.names.first == "added a.wav")
  }

  @Test("The same audio under another name is not imported again")
  func twin() async throws {
    try session.arrive("a.wav")
    try session.arrive("b.wav")
    let events = try await session.watch { await session.pass(until: { $0 == .waiting }) }
    #expect(events.names == ["added a.wav", "existing b.wav", "waiting"])
    #expect(try await session.memos().count == 1)
  }

  @Test("A file that cannot be imported is reported once, across restarts, until it changes")
  func refused() async throws {
    try session.arrive("a.wav", "not audio")
    let first = try await session.watch {
      await session.pass(until: { $0 == .waiting })
      await session.passLooks(3)
    }
    #expect(first.names == ["refused a.wav", "waiting"])
    let second = try await session.watch {
      await session.pass(until: { $0 == .waiting })
      try session.arrive("a.wav", "sound")
      await session.pass(until: \.isImported)
    }
    #expect(second.names == ["waiting", "added a.wav"])
  }

  @Test("On a full disk, files wait, the problem is reported once, and imports resume later")
  func fullDisk() async throws {
    try session.arrive("a.wav")
    let isFull = LockIsolated(true)
    let events = try await session.watch {
      let copyIn = $0.audioFile.copyIn
      $0.audioFile.copyIn = { source, destination in
        if isFull.value { throw AudioFileError.noSpace(path: destination.path) }
        return try await copyIn(source, destination)
      }
    } until: {
      await session.pass(until: { $0.name == "postponed" })
      await session.passLooks(5)
      isFull.setValue(false)
      await session.pass(until: \.isImported)
    }
    #expect(events.names.filter { $0 != "waiting" } == ["postponed", "added a.wav"])
  }

  @Test("A library that is full for the moment does not end the watching")
  func fullDatabase() async throws {
    try session.arrive("a.wav")
    let isFull = LockIsolated(true)
    let (taken, claim) = (session.database.processedFiles, session.database.jobs.claim)
    let error = DatabaseError.diskFull(path: "/db")
    let events = try await session.watch {
      $0.database.processedFiles = { if isFull.value { throw error } else { try await taken() } }
      $0.database.jobs.claim = { if isFull.value { throw error } else { try await claim($0) } }
    } until: {
      await session.pass(until: { $0.name == "problem" }, count: 2)
      isFull.setValue(false)
      await session.pass(until: \.isFinished)
    }
    #expect(events.names.filter { $0 != "waiting" } == ["problem", "problem", "added a.wav"])
  }

  @Test("A removed folder is reported and awaited, and nothing in it is imported twice")
  func mount() async throws {
    try session.arrive("a.wav")
    let events = try await session.watch {
      await session.pass(until: { $0 == .waiting })
      session.folders.unmount(session.inbox)
      await session.pass(until: { $0.name == "missing" })
      await session.passLooks(3)
      session.folders.mount(session.inbox)
      try session.arrive("b.wav", "two")
      await session.pass(until: \.isImported, count: 2)
    }
    #expect(events.names == ["added a.wav", "waiting", "missing", "found", "added b.wav"])
  }

  @Test("An unreadable folder is reported once")
  func problems() async throws {
    session.folders.report(["a name is not UTF-8"])
    let events = try await session.watch {
      await session.pass(until: { $0 == .waiting })
      await session.passLooks(3)
    }
    #expect(events == [.problem("a name is not UTF-8"), .waiting])
  }

  @Test("The library's folder and the destination of moved files are not watched")
  func ownFolders() async throws {
    await #expect(throws: WatchPlanProblem.moveIntoItself(session.inbox)) {
      try await session.watch(.move(to: session.inbox)) {}
    }
    await #expect(throws: WatchPlanProblem.library(session.inbox)) {
      try await session.watch {
        $0.libraryFolder = LibraryFolder(root: session.root)
      } until: {
      }
    }
    // In a watched folder, both are skipped.
    try session.arrive("library/audio/x.wav", "one")
    try session.arrive("done/y.wav", "two")
    let events = try await session.watch(.move(to: session.url("done"))) {
      $0.libraryFolder = LibraryFolder(root: session.url("library"))
    } until: {
      await session.pass(until: { $0 == .waiting })
    }
    #expect(events.names == ["waiting"])
  }
}
