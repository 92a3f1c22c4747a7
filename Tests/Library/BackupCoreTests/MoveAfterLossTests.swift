import BackupCore
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import SharedModels
import Testing

/// A killed move leaves a memo in both libraries. Then one of them loses it.
struct MoveAfterLossTests {
  private struct Killed: Error {}

  private let libraries: Libraries

  init() throws {
    libraries = try Libraries()
  }

  private func move(
    update: (inout DependencyValues) -> Void = { _ in }
  ) async throws -> [MemoMover.Outcome] {
    try await libraries.with(libraries.here, update: update) { database in
      var outcomes: [MemoMover.Outcome] = []
      let memos = try await database.recordings(matching: RecordingQuery(place: nil))
      try await MemoMover(to: libraries.there.root)(memos) { outcomes.append($1) }
      return outcomes
    }
  }

  private func killMove() async throws {
    await #expect(throws: Killed.self) {
      _ = try await move { $0.database.archive.remove = { _ in throw Killed() } }
    }
    #expect(
      try await libraries.memos(in: libraries.here) == libraries.memos(in: libraries.there))
  }

  private func expectMoveChangesNothing() async throws {
    let here = try await libraries.memos(in: libraries.here)
    let there = try await libraries.memos(in: libraries.there)
    guard case .stayed(let problem)? = try await move().first
    else {
      Issue.record("it was moved")
      return
    }
    #expect(problem.problem == .twin)
    #expect(try await libraries.memos(in: libraries.here) == here)
    #expect(try await libraries.memos(in: libraries.there) == there)
  }

  private func lose(in place: LibraryFolder) async throws {
    try await libraries.with(place) { database in
      try await database.trash(ids: [.number(1)], at: Date(timeIntervalSince1970: 2000))
      _ = try await database.deletePermanently(ids: [.number(1)])
    }
  }

  @Test(
    "After a killed move, a memo that was recovered or restored does not replace one with edits",
    arguments: ["here", "there"], ["recovered", "restored"])
  func rebuilt(in name: String, by command: String) async throws {
    let place = name == "here" ? libraries.here : libraries.there
    try await libraries.add(1, to: libraries.here)
    let earlier = try await libraries.memos(in: libraries.here)
    try await libraries.with(libraries.here) { database in
      let transcription = try #require(try await database.transcription(of: .number(1)))
      let edit = try #require(
        transcription.edit(text: "goodbye there", at: Date(timeIntervalSince1970: 10)))
      try await database.editTranscription(id: transcription.id, with: edit)
    }
    try await killMove()
    try await lose(in: place)
    if command == "recovered" {
      try await libraries.add(1, to: place)
    } else {
      _ = try await libraries.with(place) { try await $0.archive.adopt(memos: earlier) }
    }
    try await expectMoveChangesNothing()
  }

  @Test("After a killed move, a memo that was restored does not replace one with a new title")
  func renamed() async throws {
    try await libraries.add(1, to: libraries.here)
    _ = try await libraries.with(libraries.here) { _ in try await BackupMaker()(to: libraries.place)
    }
    try await libraries.with(libraries.here) { database in
      _ = try await database.modify(id: .number(1)) { $0.title = "A new title" }
    }
    try await killMove()
    try await lose(in: libraries.here)
    _ = try await libraries.with(libraries.here) { _ in
      try await BackupRestorer()(from: libraries.place)
    }
    try await expectMoveChangesNothing()
    #expect(
      try await libraries.memos(in: libraries.there).map(\.recording.title) == ["A new title"])
  }
}
