import DatabaseClient
import Foundation
import SharedModels
import Tagged
import TestLibraries
import Testing

/// The job queue of many libraries, as transcribers use it.
@Suite(.timeLimit(.minutes(10)))
struct QueueTests {
  let done = TranscriptionJob.Outcome.done(
    TranscriptionSummary(engine: TranscriptionEngine(name: "engine", version: "2")),
    at: Date(timeIntervalSince1970: 77))

  func claims(_ count: Int, _ shelf: TestLibrarySet) async throws -> [ClaimedJob] {
    var claims: [ClaimedJob] = []
    while claims.count < count, let claim = try await shelf.queue.claim(except: []) {
      claims.append(claim)
    }
    return claims
  }

  @Test(
    "A job is claimed with its library, and ends as a transcript",
    arguments: TestLibrarySet.all)
  func life(_ kind: TestLibrarySet.Kind) async throws {
    let shelf = try await TestLibrarySet(kind, ["a", "b"])
    try await shelf.add(1...1, to: "b")
    let claim = try #require(try await shelf.queue.claim(except: []))
    #expect(claim.library == "b" && claim.job.id == TranscriptionJob.fixed(1).id)
    #expect(claim.job.attempts == 1 && claim.job.state == .running)
    #expect(try await shelf.queue.claim(except: []) == nil)
    #expect(try await shelf.queue.recording(of: claim.proof).id == Recording.fixed(1).id)
    try await shelf.queue.append(
      segments: [.spoken("hello there")], to: claim.proof, checkpoint: .fixed, progress: 0.5)
    #expect(try await shelf.queue.keptSegments(of: claim.proof) == [.spoken("hello there")])
    try await shelf.queue.renew(claim: claim.proof)
    try await shelf.queue.end(claim: claim.proof, outcome: done)
    let library = try await shelf.library("b")
    #expect(try await library.transcription(of: Recording.fixed(1).id)?.text == "hello there")
    #expect(try await shelf.library("a").recordings(matching: RecordingQuery()) == [])
    await #expect(throws: DatabaseError.notFound(claim.job.id)) {
      try await shelf.queue.renew(claim: claim.proof)
    }
    await #expect(throws: DatabaseError.notFound(claim.job.id)) {
      _ = try await shelf.queue.recording(of: claim.proof)
    }
  }

  @Test("Each library gets an equal share, whatever its demand", arguments: TestLibrarySet.all)
  func fair(_ kind: TestLibrarySet.Kind) async throws {
    let shelf = try await TestLibrarySet(kind, ["a", "b", "c"])
    try await shelf.add(1...40, to: "a")
    try await shelf.add(1...4, to: "b")
    try await shelf.add(1...4, to: "c")
    let claims = try await claims(14, shelf)
    #expect(
      Dictionary(grouping: claims, by: \.library).mapValues(\.count) == ["a": 6, "b": 4, "c": 4])
    #expect(
      claims.filter { $0.library == "a" }.map(\.job.id)
        == (1...6).map {
          TranscriptionJob.fixed($0).id
        }, "the oldest one first")
  }

  @Test("Shares are measured in audio duration", arguments: TestLibrarySet.all)
  func sound(_ kind: TestLibrarySet.Kind) async throws {
    let shelf = try await TestLibrarySet(kind, ["long", "short"])
    try await shelf.add(1...5, to: "long", lasting: .seconds(600))
    try await shelf.add(1...40, to: "short", lasting: .seconds(60))
    let claims = try await claims(22, shelf)
    #expect(claims.filter { $0.library == "long" }.count == 2)
  }

  @Test(
    "A library gets by its weight, one of a higher priority first of all",
    arguments: TestLibrarySet.all)
  func shares(_ kind: TestLibrarySet.Kind) async throws {
    let shelf = try await TestLibrarySet(kind, ["a", "b", "first"])
    try await shelf.libraries.setShare(of: "b", share: QueueShare(weight: 3))
    try await shelf.libraries.setShare(of: "first", share: QueueShare(priority: 5, weight: 0.5))
    #expect(
      try await shelf.libraries.shares() == [
        "a": QueueShare(), "b": QueueShare(weight: 3),
        "first": QueueShare(priority: 5, weight: 0.5),
      ])
    try await shelf.add(1...30, to: "a")
    try await shelf.add(1...30, to: "b")
    try await shelf.add(1...5, to: "first")
    let claims = try await claims(25, shelf)
    #expect(claims.prefix(5).allSatisfy { $0.library == "first" })
    #expect(claims.filter { $0.library == "b" }.count == 15)
    await #expect(throws: DatabaseError.self) {
      try await shelf.libraries.setShare(of: "nowhere", share: QueueShare())
    }
    for weight in [0, -1, .nan, .infinity] {
      await #expect(throws: DatabaseError.self) {
        try await shelf.libraries.setShare(of: "a", share: QueueShare(weight: weight))
      }
    }
  }

  @Test(
    "Work under one priority does not count under another",
    arguments: TestLibrarySet.all)
  func changedPriority(_ kind: TestLibrarySet.Kind) async throws {
    let shelf = try await TestLibrarySet(kind, ["a", "b", "favoured"])
    for name in ["a", "b"] { try await shelf.add(1...40, to: name) }
    try await shelf.add(1...60, to: "favoured")
    try await shelf.libraries.setShare(of: "favoured", share: QueueShare(priority: 1))
    #expect(try await claims(30, shelf).allSatisfy { $0.library == "favoured" })
    try await shelf.libraries.setShare(of: "favoured", share: QueueShare())
    let claims = try await claims(12, shelf)
    #expect(
      Dictionary(grouping: claims, by: \.library).mapValues(\.count)
        == ["a": 4, "b": 4, "favoured": 4])
    // Without waiters, too.
    let idle = try await TestLibrarySet(kind, ["busy", "idle"])
    try await idle.libraries.setShare(of: "busy", share: QueueShare(priority: 1))
    try await idle.add(1...60, to: "busy")
    _ = try await self.claims(30, idle)
    try await idle.libraries.setShare(of: "busy", share: QueueShare())
    try await idle.add(1...60, to: "idle")
    #expect(try await self.claims(12, idle).filter { $0.library == "busy" }.count == 6)
  }

  @Test(
    "Shares are set in one place, and concurrent changes do not undo each other",
    arguments: TestLibrarySet.all)
  func settings(_ kind: TestLibrarySet.Kind) async throws {
    let shelf = try await TestLibrarySet(kind, ["a", "b"])
    let libraries = shelf.libraries
    let (german, french) = (["language": "de", "vocabulary": "\0 \"Ä\""], ["language": "fr"])
    #expect(try await libraries.settings(of: "a") == nil)
    #expect(try await !libraries.setSettings(of: "a", values: german, revision: 1))
    #expect(try await libraries.setSettings(of: "a", values: german, revision: nil))
    #expect(try await !libraries.setSettings(of: "a", values: french, revision: nil))
    let first = try #require(try await libraries.settings(of: "a"))
    #expect(first.values == german)
    #expect(try await libraries.setSettings(of: "a", values: french, revision: first.revision))
    #expect(try await !libraries.setSettings(of: "a", values: german, revision: first.revision))
    #expect(try await libraries.settings(of: "a")?.values == french)
    #expect(try await libraries.settings(of: "b") == nil)
    await #expect(throws: DatabaseError.notFound(library: "nowhere")) {
      _ = try await libraries.settings(of: "nowhere")
    }
    await #expect(throws: DatabaseError.notFound(library: "nowhere")) {
      _ = try await libraries.setSettings(of: "nowhere", values: german, revision: nil)
    }
  }

  @Test(
    "An idle library is not compensated later",
    arguments: TestLibrarySet.all)
  func late(_ kind: TestLibrarySet.Kind) async throws {
    guard kind != .memory
    else { return }
    let shelf = try await TestLibrarySet(kind, ["early", "late"])
    try await shelf.add(1...40, to: "early")
    _ = try await claims(20, shelf)
    try await shelf.add(1...20, to: "late")
    let claims = try await claims(10, shelf)
    #expect((4...6).contains(claims.filter { $0.library == "late" }.count))
  }

  @Test(
    "Trashed memos wait, and new requests are found", arguments: TestLibrarySet.all
  )
  func trash(_ kind: TestLibrarySet.Kind) async throws {
    let shelf = try await TestLibrarySet(kind, ["a", "b"])
    try await shelf.add(1...2, to: "a")
    let library = try await shelf.library("a")
    try await library.trash(
      ids: [Recording.fixed(1).id, Recording.fixed(2).id], at: Date(timeIntervalSince1970: 9))
    #expect(try await shelf.queue.claim(except: []) == nil)
    try await library.restore(ids: [Recording.fixed(2).id])
    let claim = try #require(try await shelf.queue.claim(except: []))
    #expect(claim.job.recordingID == Recording.fixed(2).id)
    try await shelf.queue.end(claim: claim.proof, outcome: .interrupted)
    let again = try #require(try await shelf.queue.claim(except: []))
    #expect(again.job.id == claim.job.id && again.job.attempts == 1 && again.id != claim.id)
    try await shelf.queue.end(
      claim: again.proof, outcome: .failed(reason: "no", at: Date(timeIntervalSince1970: 9)))
    #expect(try await shelf.queue.claim(except: []) == nil)
    try await library.jobs.enqueue(
      job: TranscriptionJob(
        id: TranscriptionJob.ID(.fixed(250)), recordingID: Recording.fixed(2).id,
        createdAt: Date(timeIntervalSince1970: 4)))
    #expect(try await shelf.queue.claim(except: [])?.job.id.rawValue == .fixed(250))
  }

  @Test("A transcriber that lost its job cannot write or reclaim it while running")
  func loss() async throws {
    guard TestLibrarySet.all.contains(.postgres)
    else { return }
    let shelf = try await TestLibrarySet(.postgres, ["a"])
    try await shelf.add(1...1, to: "a")
    let claim = try #require(try await shelf.queue.claim(except: []))
    try await shelf.queue.append(
      segments: [.spoken("first")], to: claim.proof, checkpoint: .fixed, progress: 0.5)
    try await shelf.wait(29)
    #expect(try await shelf.otherQueue.claim(except: []) == nil)
    try await shelf.queue.renew(claim: claim.proof)
    try await shelf.wait(29)
    #expect(try await shelf.otherQueue.claim(except: []) == nil)
    try await shelf.wait(1)
    #expect(try await shelf.queue.claim(except: [claim.job.id]) == nil, "it is at it")
    let taken = try #require(try await shelf.otherQueue.claim(except: []))
    #expect(taken.job.id == claim.job.id && taken.job.attempts == 2)
    #expect(taken.job.checkpoint == .fixed && taken.job.transcribedUntil == .milliseconds(500))
    for work: (ClaimProof) async throws -> Void in [
      {
        try await shelf.queue.append(
          segments: [.spoken("no")], to: $0, checkpoint: nil, progress: 1)
      },
      { try await shelf.queue.renew(claim: $0) },
      { try await shelf.queue.end(claim: $0, outcome: done) },
      { try await shelf.queue.end(claim: $0, outcome: .interrupted) },
      { _ = try await shelf.queue.keptSegments(of: $0) },
    ] {
      await #expect(throws: DatabaseError.notFound(claim.job.id)) { try await work(claim.proof) }
    }
    try await shelf.otherQueue.append(
      segments: [.spoken("second", from: .seconds(1))], to: taken.proof, checkpoint: nil,
      progress: 1)
    try await shelf.otherQueue.end(claim: taken.proof, outcome: done)
    let text = try await shelf.library("a").transcription(of: Recording.fixed(1).id)?.text
    #expect(text == "first second")
  }

  @Test("Concurrent claims and additions assign each job once, and none is left")
  func together() async throws {
    guard TestLibrarySet.all.contains(.postgres)
    else { return }
    let names = ["a", "b", "c", "d"]
    let shelf = try await TestLibrarySet(.postgres, names)
    let claimed = try await withThrowingTaskGroup(of: [String].self) { group in
      for (index, name) in names.enumerated() {
        group.addTask {
          for number in 1...25 as ClosedRange<UInt8> {
            try await shelf.add(number...number, to: name)
            // Some claim existing jobs from time to time.
            if index.isMultiple(of: 2) { await Task.yield() }
          }
          return []
        }
      }
      for index in 1...6 {
        group.addTask {
          var claimed: [String] = []
          var missedCount = 0
          let queue = index.isMultiple(of: 2) ? shelf.queue : shelf.otherQueue
          while missedCount < 40 {
            guard let claim = try await queue.claim(except: [])
            else {
              missedCount += 1
              continue
            }
            claimed.append("\(claim.library) \(claim.job.recordingID)")
            try await queue.end(claim: claim.proof, outcome: done)
          }
          return claimed
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    var rest: [String] = []
    while let claim = try await shelf.queue.claim(except: []) {
      rest.append("\(claim.library) \(claim.job.recordingID)")
    }
    #expect(Set(claimed + rest).count == 100)
    #expect(claimed.count + rest.count == 100)
    for name in names { #expect(try await shelf.library(name).jobs.list().count < 100) }
  }

  @Test("Waiting transcribers are notified when there may be a job", arguments: TestLibrarySet.all)
  func news(_ kind: TestLibrarySet.Kind) async throws {
    let shelf = try await TestLibrarySet(kind, ["a"])
    var news = shelf.queue.news().makeAsyncIterator()
    await news.next()
    // Once it is listened, that is news, too.
    if kind == .postgres { await news.next() }
    try await shelf.add(1...1, to: "a")
    await news.next()
    #expect(try await shelf.queue.claim(except: []) != nil)
  }

  @Test(
    "Only the claimer can see or change a job",
    arguments: TestLibrarySet.all)
  func proof(_ kind: TestLibrarySet.Kind) async throws {
    let shelf = try await TestLibrarySet(kind, ["a", "b"])
    try await shelf.add(1...1, to: "a")
    try await shelf.add(2...2, to: "b")
    let claims = try await claims(2, shelf).sorted { $0.library < $1.library }
    let (a, b) = (claims[0].proof, claims[1].proof)
    let title = try await shelf.queue.recording(of: a).title
    for wrong in [
      ClaimProof(claim: b.claim, job: a.job, library: "a"),
      ClaimProof(claim: ClaimedJob.ID(.fixed(99)), job: a.job, library: "a"),
      ClaimProof(claim: a.claim, job: a.job, library: "b"),
      ClaimProof(claim: a.claim, job: b.job, library: "a"),
    ] {
      for work: () async throws -> Void in [
        { _ = try await shelf.queue.recording(of: wrong) },
        { _ = try await shelf.queue.keptSegments(of: wrong) },
        { _ = try await shelf.queue.setTitle(of: wrong, title: "Theirs", replacing: title) },
        { try await shelf.queue.renew(claim: wrong) },
        {
          try await shelf.queue.append(
            segments: [.spoken("no")], to: wrong, checkpoint: nil, progress: 1)
        },
        { try await shelf.queue.end(claim: wrong, outcome: done) },
        { try await shelf.queue.end(claim: wrong, outcome: .interrupted) },
      ] {
        await #expect(throws: DatabaseError.notFound(wrong.job)) { try await work() }
      }
    }
    #expect(try await shelf.queue.recording(of: a).title == title)
    #expect(try await shelf.queue.keptSegments(of: a) == [])
  }
}
