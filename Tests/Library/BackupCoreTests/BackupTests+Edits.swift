import BackupCore
import DatabaseClient
import Foundation
import LibraryFolder
import SharedModels
import Testing

/// Restoring what the user made.
extension BackupTests {
  /// Gives a memo a title, tags, and a transcript, the last as an edit.
  private func edit(
    _ number: UInt8, in library: LibraryFolder, title: String, tags: [String], text: String?
  ) async throws {
    try await libraries.with(library) { database in
      _ = try await database.modify(id: .number(number)) {
        $0.title = title
        $0.tags = tags
      }
      guard let text, let transcript = try await database.transcription(of: .number(number)),
        let edit = transcript.edit(text: text, at: Date(timeIntervalSince1970: 77))
      else { return }
      try await database.editTranscription(id: transcript.id, with: edit)
    }
  }

  private func restore(_ precedence: BackupRestorer.Precedence) async throws
    -> BackupRestorer.Outcome
  {
    try await libraries.with(libraries.there) { _ in
      try await BackupRestorer()(from: libraries.place) { titles in
        #expect(titles.count == 1)
        return precedence
      }
    }
  }

  @Test("What the user made comes back to a memo that was recovered, whatever its id")
  func edited() async throws {
    for number in 1...2 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
      try await edit(
        number, in: libraries.here, title: "Budget \(number)", tags: ["work"], text: "hullo there")
    }
    try await backUp()
    for (number, original) in [(1, 1), (9, 2)] as [(UInt8, Int)] {
      try await libraries.add(
        number, to: libraries.there, sound: "sound \(original)", saying: "hollow air")
      try await edit(number, in: libraries.there, title: "Recovered memo", tags: [], text: nil)
    }
    let outcome = try await restore(into: libraries.there)
    #expect(outcome.updatedCount == 2 && outcome.existingCount == 2 && outcome.addedCount == 0)
    let memos = try await libraries.memos(in: libraries.there)
    #expect(Set(memos.map(\.recording.title)) == ["Budget 1", "Budget 2"])
    #expect(memos.allSatisfy { $0.recording.tags == ["work"] })
    #expect(memos.allSatisfy { $0.transcription?.text == "hullo there" })
    #expect(
      memos.allSatisfy { $0.transcription?.editedAt == Date(timeIntervalSince1970: 77) })
    let hits = try await libraries.with(libraries.there) { database in
      try await database.search(query: SearchQuery("hullo"))
    }
    #expect(hits.count == 2)
    #expect(try await restore(into: libraries.there).updatedCount == 0)
  }

  @Test("The name of a speaker comes back without a new version of the text")
  func named() async throws {
    try await libraries.add(1, to: libraries.here)
    func edit(_ edits: SpeakerEdit...) async throws {
      try await libraries.with(libraries.here) { database in
        let transcript = try #require(try await database.transcription(of: .number(1)))
        for edit in edits { try await database.editSpeakers(id: transcript.id, with: edit) }
      }
    }
    try await edit(.replace([Speaker(id: 0)], words: [0, 0]), .name(0, "Ann"))
    try await backUp()
    try await edit(.name(0, nil))
    #expect(try await restore(into: libraries.here).updatedCount == 1)
    let memo = try #require(try await libraries.memos(in: libraries.here).first)
    #expect(memo.transcription?.speakers.map(\.name) == ["Ann"])
    #expect(memo.versions.isEmpty)
  }

  @Test("Where the user made both, nothing is restored until one is chosen")
  func conflicting() async throws {
    for number in 1...2 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    try await edit(1, in: libraries.here, title: "Old", tags: ["old"], text: "hullo there")
    try await backUp()
    try await libraries.add(1, to: libraries.there)
    try await edit(1, in: libraries.there, title: "New", tags: ["new"], text: "hello where")
    let before = try await libraries.memos(in: libraries.there)
    await #expect(throws: BackupFailure.edited(titles: ["New"])) {
      try await restore(into: libraries.there)
    }
    #expect(try await libraries.memos(in: libraries.there) == before)

    let kept = try await restore(.library)
    #expect(kept.addedCount == 1 && kept.updatedCount == 0)
    #expect(try await libraries.memos(in: libraries.there).last == before.last)

    #expect(try await restore(.backup).updatedCount == 1)
    let memo = try #require(try await libraries.memos(in: libraries.there).last)
    #expect(memo.recording.title == "Old" && memo.recording.tags == ["old"])
    #expect(memo.transcription?.text == "hullo there")
    let texts = try await libraries.with(libraries.there) { database in
      var texts: [String] = []
      for version in try await database.history.versions(of: .number(1)) {
        let text = try await database.history.transcription(of: .number(1), version: version.number)
        texts.append(text.text)
      }
      return texts
    }
    #expect(texts.contains("hello where"), "the replaced text can be brought back")
  }

  @Test("The edit of a memo that was imported again is not dropped without asking")
  func conflictingTwin() async throws {
    try await libraries.add(1, to: libraries.here)
    try await edit(1, in: libraries.here, title: "Old", tags: [], text: "hullo there")
    try await backUp()
    try await libraries.add(9, to: libraries.there, sound: "sound 1", saying: "hollow air")
    try await edit(9, in: libraries.there, title: "New", tags: [], text: "hello where")
    await #expect(throws: BackupFailure.edited(titles: ["New"])) {
      try await restore(into: libraries.there)
    }
    #expect(try await restore(.library).updatedCount == 0)
    #expect(try await restore(.backup).updatedCount == 1)
    let memo = try #require(try await libraries.memos(in: libraries.there).first)
    #expect(memo.recording.id == .number(9) && memo.recording.title == "New")
    #expect(memo.transcription?.text == "hullo there")
  }

  private func setDate(_ seconds: Double, of number: UInt8 = 1, in library: LibraryFolder)
    async throws
  {
    try await libraries.with(library) { database in
      _ = try await database.modify(id: .number(number)) {
        $0.date = Date(timeIntervalSince1970: seconds)
      }
    }
  }

  private func date(in library: LibraryFolder) async throws -> TimeInterval? {
    try await libraries.memos(in: library).first?.recording.date.timeIntervalSince1970
  }

  @Test(
    "A date that the user has changed comes back to a memo with its first date, whatever its id")
  func dated() async throws {
    for number in 1...2 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    try await setDate(501, in: libraries.here)
    try await setDate(500, in: libraries.here)
    try await setDate(600, of: 2, in: libraries.here)
    try await backUp()
    try await libraries.add(1, to: libraries.there)
    try await libraries.add(9, to: libraries.there, sound: "sound 2")
    #expect(try await restore(into: libraries.there).updatedCount == 2)
    let dates = try await libraries.memos(in: libraries.there).map(\.recording.date)
    #expect(Set(dates) == Set([500, 600].map { Date(timeIntervalSince1970: $0) }))
    #expect(try await restore(into: libraries.there).updatedCount == 0)
  }

  @Test("The library's date stays if the user has not changed the backup's")
  func datedSince() async throws {
    try await libraries.add(1, to: libraries.here)
    try await backUp()
    try await setDate(500, in: libraries.here)
    #expect(try await restore(into: libraries.here).updatedCount == 0)
    #expect(try await date(in: libraries.here) == 500)
  }

  @Test("Where the user has changed both dates, one is chosen")
  func conflictingDates() async throws {
    try await libraries.add(1, to: libraries.here)
    try await setDate(500, in: libraries.here)
    try await backUp()
    try await libraries.add(1, to: libraries.there)
    try await setDate(700, in: libraries.there)
    await #expect(throws: BackupFailure.edited(titles: ["Memo 1"])) {
      try await restore(into: libraries.there)
    }
    #expect(try await restore(.library).updatedCount == 0)
    #expect(try await date(in: libraries.there) == 700)
    #expect(try await restore(.backup).updatedCount == 1)
    #expect(try await date(in: libraries.there) == 500)
  }

  @Test("The message about edits on both sides names the first memos")
  func conflictingTitles() {
    #expect(BackupFailure.memos(["A"]) == "1 memo ('A')")
    #expect(BackupFailure.memos(["A", "B", "C"]) == "3 memos ('A', 'B', 'C')")
    #expect(BackupFailure.memos(["A", "B", "C", "D"]) == "4 memos ('A', 'B', 'C', …)")
  }

  @Test("The library's edits stay if the backup has none")
  func editedSince() async throws {
    try await libraries.add(1, to: libraries.here)
    try await edit(1, in: libraries.here, title: "Recovered memo", tags: [], text: nil)
    try await backUp()
    try await edit(1, in: libraries.here, title: "New", tags: ["new"], text: "hello where")
    let before = try await libraries.memos(in: libraries.here)
    #expect(try await restore(into: libraries.here).updatedCount == 0)
    #expect(try await libraries.memos(in: libraries.here) == before)
  }
}
