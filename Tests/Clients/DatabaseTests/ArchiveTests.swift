import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

/// Memos that go from one library to another, and copies of whole ones.
struct ArchiveTests {
  private let all = RecordingQuery(place: nil)

  @Test(
    "A memo moves to another library completely", arguments: TestLibrary.live,
    TestLibrary.live)
  func adopted(kind: TestLibrary.Kind, otherKind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    let other = try await TestLibrary(otherKind).database
    try await database.addMemo(1, title: "One", saying: "hello there", "and goodbye")
    let transcript = try #require(try await database.transcription(of: .init(.fixed(1))))
    try await database.editTranscription(
      id: transcript.id,
      with: TranscriptionEdit(
        position: 0, removed: [transcript.segments[0]], inserted: [.spoken("hullo there")],
        editedAtBefore: nil, editedAtAfter: Date(timeIntervalSince1970: 9)))
    try await database.trash(ids: [.init(.fixed(1))], at: Date(timeIntervalSince1970: 7))
    let memo = try #require(try await database.archive.memos(ids: [.init(.fixed(1))]).first)
    #expect(memo.transcription?.segments.first == .spoken("hullo there"))
    #expect(try await other.archive.adopt(memos: [memo]) == [.added])
    #expect(try await other.archive.memos(ids: [.init(.fixed(1))]) == [memo])
    try await other.restore(ids: [.init(.fixed(1))])
    #expect(try await other.search(query: SearchQuery("hullo")).count == 1)
    #expect(try await other.archive.adopt(memos: [memo]) == [.alreadyExists(.init(.fixed(1)))])
    #expect(try await other.integrityProblems() == [])
  }

  @Test(
    "A segment in another language keeps it through transcription, edits and moves",
    arguments: TestLibrary.all, TestLibrary.live)
  func languages(kind: TestLibrary.Kind, otherKind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    let other = try await TestLibrary(otherKind).database
    var german = Segment.spoken("guten Morgen", from: .seconds(2))
    german.language = "de"
    let segments = [Segment.spoken("hello there"), german]
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    let job = try #require(try await database.jobs.claim(among: nil))
    try await database.jobs.append(
      segments: segments, to: job.id, checkpoint: nil, progress: 0.5)
    #expect(try await database.jobs.keptSegments(of: job.id, after: 0) == segments)
    try await database.addMemo(2, title: "Two", saying: "hello there")
    let transcript = try #require(try await database.transcription(of: .init(.fixed(2))))
    try await database.editTranscription(
      id: transcript.id,
      with: TranscriptionEdit(
        position: 0, removed: transcript.segments, inserted: segments, editedAtBefore: nil,
        editedAtAfter: nil))
    #expect(try await database.transcription(of: .init(.fixed(2)))?.segments == segments)
    let memos = try await database.archive.memos(ids: [.init(.fixed(1)), .init(.fixed(2))])
    #expect(try await other.archive.adopt(memos: memos) == [.added, .added])
    let adopted = try await other.archive.memos(ids: [.init(.fixed(1)), .init(.fixed(2))])
    #expect(adopted.map(\.keptSegments) == [segments, []])
    #expect(adopted.map(\.transcriptions) == memos.map(\.transcriptions))
    #expect(adopted.last?.transcription?.segments == segments)
  }

  @Test(
    "A transcript in progress resumes in another library, unclaimed", arguments: TestLibrary.live,
    TestLibrary.live)
  func unfinished(kind: TestLibrary.Kind, otherKind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    let other = try await TestLibrary(otherKind).database
    try await database.insert(recording: .fixed(1), job: .fixed(1))
    let job = try #require(try await database.jobs.claim(among: nil))
    try await database.jobs.append(
      segments: [.spoken("hello there")], to: job.id, checkpoint: .fixed, progress: 0.5)
    let memo = try #require(try await database.archive.memos(ids: [.init(.fixed(1))]).first)
    #expect(memo.transcriptions == [] && memo.keptSegments == [.spoken("hello there")])
    #expect(try await other.archive.adopt(memos: [memo]) == [.added])
    #expect(try await other.recordings(matching: all).map(\.transcription) == [.queued])
    let again = try #require(try await other.jobs.claim(among: nil))
    #expect(again.id == job.id && again.transcribedUntil == .seconds(1))
    #expect(again.checkpoint == .fixed)
    #expect(try await other.jobs.keptSegments(of: job.id, after: 0) == [.spoken("hello there")])
  }

  @Test(
    "No memo is duplicated by ID or audio; one without a transcript gets the other's",
    arguments: TestLibrary.live, TestLibrary.live)
  func twins(kind: TestLibrary.Kind, otherKind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    let other = try await TestLibrary(otherKind).database
    try await database.addMemo(1, title: "One", saying: "hello")
    try await database.addMemo(2, title: "Two", saying: "goodbye")
    let memos = try await database.archive.memos(ids: [.init(.fixed(1)), .init(.fixed(2))])
    try await other.insert(recording: .fixed(3, sha256: "checksum-1"), job: .fixed(3))
    #expect(
      try await other.archive.adopt(memos: memos) == [.transcribed(.init(.fixed(3))), .added])
    #expect(try await other.recordings(matching: all).map(\.id.rawValue) == [.fixed(3), .fixed(2)])
    #expect(try await other.transcription(of: .init(.fixed(3)))?.text == "hello")
    #expect(try await other.jobs.list() == [])
    #expect(
      try await other.archive.adopt(memos: memos)
        == [.alreadyExists(.init(.fixed(3))), .alreadyExists(.init(.fixed(2)))])
  }

  @Test(
    "A memo is removed only if it is unchanged since it was archived", arguments: TestLibrary.live)
  func removed(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    try await database.addMemo(1, title: "One", saying: "hello")
    let memo = try #require(try await database.archive.memos(ids: [.init(.fixed(1))]).first)
    var renamed = memo.recording
    renamed.title = "A new name"
    try await database.update(recording: renamed)
    await #expect(throws: DatabaseError.conflict("the memo")) {
      try await database.archive.remove(memo: memo)
    }
    let again = try #require(try await database.archive.memos(ids: [.init(.fixed(1))]).first)
    try await database.archive.remove(memo: again)
    #expect(try await database.recordings(matching: all) == [])
    #expect(try await database.search(query: SearchQuery("hello")) == [])
    await #expect(throws: DatabaseError.self) { try await database.archive.remove(memo: again) }
  }

  @Test(
    "A snapshot is one file of all committed data, identical without changes",
    arguments: TestLibrary.live)
  func snapshot(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    let otherFolder = try TemporaryFolder()
    defer { withExtendedLifetime(otherFolder) {} }
    try await database.addMemo(1, title: "One", saying: "hello")
    let (first, second) = (
      otherFolder.url.appending(component: "first"), otherFolder.url.appending(component: "second")
    )
    try await database.archive.snapshot(to: first)
    await database.close()
    try await database.archive.snapshot(to: second)
    let bytes = try Data(contentsOf: first)
    #expect(try Data(contentsOf: second) == bytes)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: otherFolder.url.path).sorted()
        == ["first", "second"])
    let copy = database.archive.contents(of: first)
    #expect(try await copy.integrityProblems() == [])
    try await copy.addMemo(2, title: "Two", saying: "goodbye")
    #expect(try await copy.recordings(matching: all).count == 2)
    #expect(try Data(contentsOf: first) == bytes, "what is changed is a copy")
    try await database.addMemo(3, title: "Three", saying: "hello")
    #expect(try await database.archive.contents(of: first).recordings(matching: all).count == 1)
  }

  @Test(
    "Contents of invalid files and newer versions are refused",
    arguments: TestLibrary.live)
  func badContents(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    let otherFolder = try TemporaryFolder()
    defer { withExtendedLifetime(otherFolder) {} }
    let file = otherFolder.url.appending(component: "file")
    await #expect(throws: DatabaseError.self) {
      _ = try await database.archive.contents(of: file).recordings(matching: all)
    }
    #expect(!FileManager.default.fileExists(atPath: file.path))
    try Data(repeating: 0x41, count: 5000).write(to: file)
    await #expect(throws: DatabaseError.self) {
      _ = try await database.archive.contents(of: file).recordings(matching: all)
    }
  }
}
