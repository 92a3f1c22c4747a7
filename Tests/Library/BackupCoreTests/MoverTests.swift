import AudioFileClient
import BackupCore
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import SharedModels
import Testing

struct MoverTests {
  private let libraries: Libraries

  init() throws {
    libraries = try Libraries()
  }

  private func move(
    _ numbers: UInt8..., update: (inout DependencyValues) -> Void = { _ in }
  ) async throws -> [MemoMover.Outcome] {
    try await libraries.with(libraries.here, update: update) { database in
      var outcomes: [MemoMover.Outcome] = []
      let memos = try await database.recordings(
        matching: RecordingQuery(ids: numbers.map { .number($0) }, place: nil))
      try await MemoMover(to: libraries.there.root)(memos) { outcomes.append($1) }
      return outcomes
    }
  }

  private struct Killed: Error {}

  @Test("A moved memo keeps everything and is removed here")
  func moved() async throws {
    for number in 1...2 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    let before = try await libraries.memos(in: libraries.here)
    #expect(try await move(1) == [.moved])
    #expect(try await libraries.memos(in: libraries.there) == [before[1]])
    #expect(try await libraries.memos(in: libraries.here) == [before[0]])
    #expect(
      try libraries.files(libraries.here.root).keys.sorted()
        == [".import.lock", "audio/2.flac", "library.sqlite", "memos/2.json"])
    #expect(
      try libraries.files(libraries.there.root).keys.sorted()
        == [".import.lock", "audio/1.flac", "library.sqlite", "memos/1.json"])
  }

  @Test("A move that was cut short is finished by the next", arguments: ["sound", "rows"])
  func finished(after step: String) async throws {
    try await libraries.add(1, to: libraries.here)
    let before = try await libraries.memos(in: libraries.here)
    await #expect(throws: Killed.self) {
      _ = try await move(1) { values in
        let library = values.database.library
        values.database.archive.remove = { _ in throw Killed() }
        if step == "sound" {
          values.database.library = { url in
            var other = library(url)
            other.archive.adopt = { _ in throw Killed() }
            return other
          }
        }
      }
    }
    #expect(try await libraries.memos(in: libraries.here) == before)
    #expect(try libraries.files(libraries.here.audio).count == 1)
    #expect(try await move(1) == [step == "rows" ? .finished : .moved])
    #expect(try await libraries.memos(in: libraries.here) == [])
    #expect(try await libraries.memos(in: libraries.there) == before)
    #expect(try libraries.files(libraries.here.audio) == [:])
    #expect(try libraries.files(libraries.there.audio).keys.sorted() == ["1.flac"])
  }

  @Test("After a killed move, the newer of two copies wins")
  func changedInOne() async throws {
    for number in 1...3 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    for (number, changed) in [(1, [libraries.here]), (2, [libraries.there])] as [(UInt8, [_])] {
      try await killBeforeRemoving(number)
      try await rename(number, in: changed)
      #expect(try await move(number) == [number == 1 ? .moved : .finished])
      #expect(try libraries.files(libraries.here.moving) == [:])
    }
    #expect(
      try await libraries.memos(in: libraries.there).map(\.recording.title)
        == ["Changed in there", "Changed in here"])
    #expect(
      try libraries.files(libraries.there.audio).keys.sorted() == ["1.flac", "2.flac"])
    // Changed in both: only the user can decide which one counts.
    try await killBeforeRemoving(3)
    try await rename(3, in: [libraries.here, libraries.there])
    guard case .stayed? = try await move(3).first
    else {
      Issue.record("it was moved")
      return
    }
    #expect(
      try await libraries.memos(in: libraries.here).map(\.recording.title) == ["Changed in here"])
  }

  @Test("Versions of a text move, too, also those that are newer than the copy of a killed move")
  func versions() async throws {
    try await libraries.add(1, to: libraries.here)
    let memo = Recording.ID.number(1)
    let date = Date(timeIntervalSince1970: 10)
    try await libraries.with(libraries.here) { database in
      let transcription = try #require(try await database.transcription(of: memo))
      let edit = try #require(transcription.edit(text: "goodbye there", at: date))
      try await database.editTranscription(id: transcription.id, with: edit)
    }
    try await killBeforeRemoving(1)
    // Afterwards, both have the same text.
    try await libraries.with(libraries.here) { database in
      try await database.history.restore(of: memo, version: 1, current: 2, at: date)
      try await database.history.restore(of: memo, version: 2, current: 3, at: date)
    }
    let before = try await libraries.memos(in: libraries.here)
    #expect(before.first?.versions.count == 4)
    #expect(try await move(1) == [.moved])
    #expect(try await libraries.memos(in: libraries.there) == before)
  }

  @Test("A summary that is newer than the copy of a killed move moves, too")
  func summary() async throws {
    try await libraries.add(1, to: libraries.here)
    let memo = Recording.ID.number(1)
    func summarize(_ text: String) async throws {
      try await libraries.with(libraries.here) { database in
        let transcription = try #require(try await database.transcription(of: memo))
        var summary = Summary(
          provenance: Summary.Provenance(
            model: "gemma", promptVersion: 1, transcription: transcription,
            createdAt: Date(timeIntervalSince1970: 10)))
        summary.sentence = Summary.Point(
          text, quote: Summary.Quote(text: "hello", words: 0..<1, start: .zero, end: .seconds(1)))
        try await database.summaries.save(summary: summary, of: memo)
      }
    }
    try await summarize("First")
    try await killBeforeRemoving(1)
    try await summarize("Second")
    let before = try await libraries.memos(in: libraries.here)
    #expect(before.first?.summary?.sentence?.text == "Second")
    #expect(try await move(1) == [.moved])
    #expect(try await libraries.memos(in: libraries.there) == before)
  }

  private func killBeforeRemoving(_ number: UInt8) async throws {
    await #expect(throws: Killed.self) {
      _ = try await move(number) { $0.database.archive.remove = { _ in throw Killed() } }
    }
  }

  private func rename(_ number: UInt8, in places: [LibraryFolder]) async throws {
    for place in places {
      try await libraries.with(place) { database in
        _ = try await database.modify(id: .number(number)) {
          $0.title = "Changed in \(place.root.lastPathComponent)"
        }
      }
    }
  }

  @Test("An earlier move does not affect which copy is newer")
  func othersBefore() async throws {
    for number in 1...4 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    for number in 1...2 as ClosedRange<UInt8> { try await killBeforeRemoving(number) }
    #expect(try await move(3) == [.moved])
    try await rename(1, in: [libraries.here])
    try await rename(2, in: [libraries.there])
    #expect(try await move(1, 2, 4).count == 3)
    #expect(try await libraries.memos(in: libraries.here) == [])
    #expect(
      try await Set(libraries.memos(in: libraries.there).map(\.recording.title))
        == ["Changed in here", "Changed in there", "Memo 3", "Memo 4"])
    #expect(try libraries.files(libraries.here.moving) == [:])
  }

  @Test("A memo deleted after a killed move leaves nothing behind")
  func goneAfterKill() async throws {
    for number in 1...2 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    try await killBeforeRemoving(1)
    #expect(try libraries.files(libraries.here.moving).count == 1)
    try await libraries.with(libraries.here) { database in
      try await database.trash(ids: [.number(1)], at: Date(timeIntervalSince1970: 2000))
      _ = try await database.deletePermanently(ids: [.number(1)])
    }
    #expect(try await move(2) == [.moved])
    #expect(try libraries.files(libraries.here.moving) == [:])
  }

  @Test("A library that is this one at another address is refused, and nothing is lost")
  func sameLibrary() async throws {
    for number in 1...2 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    let before = try await libraries.memos(in: libraries.here)
    let link = libraries.root.appending(component: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: libraries.here.root)
    try LibraryFolder.make(libraries.there.root)
    try FileManager.default.createSymbolicLink(
      at: libraries.there.database, withDestinationURL: libraries.here.database)
    try await libraries.with(libraries.here) { database async throws in
      #expect(throws: BackupFailure.ownFolder(path: link.path)) { _ = try MemoMover(to: link) }
      let memos = before.map(\.recording)
      // With the audio in another folder, and in the same one.
      for folder in [libraries.there, libraries.here] {
        let other = DatabaseClient.live(at: libraries.here.database)
        let mover = MemoMover(to: folder, other, called: "'anna'")
        await #expect(throws: BackupFailure.sameLibrary(place: "'anna'")) {
          try await mover(memos) { _, _ in }
        }
      }
      let path = libraries.there.root.path
      await #expect(throws: BackupFailure.sameLibrary(place: path)) {
        try await MemoMover(to: libraries.there.root)(memos) { _, _ in }
      }
      #expect(try await database.access.links(of: .number(1)) == [])
      #expect(try await database.access.links(of: .number(2)) == [])
    }
    #expect(try await libraries.memos(in: libraries.here) == before)
    #expect(
      try libraries.files(libraries.here.audio)
        == ["1.flac": Data("sound 1".utf8), "2.flac": Data("sound 2".utf8)])
  }

  @Test("A backup is refused as the other library, and stays unchanged")
  func backup() async throws {
    for number in 1...2 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    try await libraries.with(libraries.here) { _ in
      _ = try await BackupMaker()(to: libraries.place)
    }
    let (files, before) = (
      try libraries.files(libraries.place), try await libraries.memos(in: libraries.here)
    )
    try await libraries.with(libraries.here) { database async throws in
      #expect(throws: BackupFailure.backup(path: libraries.place.path)) {
        _ = try MemoMover(to: libraries.place)
      }
      #expect(try await database.archive.memos(ids: before.map(\.recording.id)) == before)
    }
    #expect(try libraries.files(libraries.place) == files)
  }

  @Test("A library in memory is known, too")
  func sameInMemory() async throws {
    let memory = DatabaseClient.inMemory()
    try await memory.insert(recording: .mock, job: nil)
    try await libraries.with(libraries.here) {
      $0.database = memory
    } _: { _ in
      let mover = MemoMover(to: libraries.there, memory, called: "'anna'")
      await #expect(throws: BackupFailure.sameLibrary(place: "'anna'")) {
        try await mover([.mock]) { _, _ in }
      }
    }
    #expect(try await memory.recordings(matching: RecordingQuery(place: nil)).count == 1)
  }

  @Test("Moving between libraries with one audio store is refused, and no audio is lost")
  func sameAudio() async throws {
    try await libraries.add(1, to: libraries.here)
    try await libraries.add(2, to: libraries.there)
    try LibraryFolder.make(libraries.there.root)
    // As if left by an earlier move.
    try Data("sound 2".utf8).write(to: libraries.here.audioFile(named: "2.flac"))
    try FileManager.default.removeItem(at: libraries.there.audio)
    try FileManager.default.createSymbolicLink(
      at: libraries.there.audio, withDestinationURL: libraries.here.audio)
    let place = libraries.there.root.path
    for memos in [[1], []] as [[UInt8]] {
      await #expect(throws: BackupFailure.sameAudio(place: place)) {
        try await libraries.with(libraries.here) { _ in
          let memos = try await libraries.memos(in: libraries.here).map(\.recording)
            .filter { memos.map(Recording.ID.number).contains($0.id) }
          try await MemoMover(to: libraries.there.root)(memos) { _, _ in }
        }
      }
    }
    #expect(try await libraries.memos(in: libraries.here).count == 1)
    #expect(
      try libraries.files(libraries.here.audio)
        == ["1.flac": Data("sound 1".utf8), "2.flac": Data("sound 2".utf8)])
    #expect(
      try libraries.files(libraries.there.root).keys.sorted()
        .filter { $0.hasPrefix(".speechmemo") } == [])
  }

  @Test("Audio left by a killed move whose rows are in the other library is deleted")
  func deleted() async throws {
    for number in 1...3 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    _ = try await move(1)
    try Data("sound 1".utf8).write(to: libraries.here.audioFile(named: "1.flac"))
    try Data("other".utf8).write(to: libraries.here.audioFile(named: "stray.flac"))
    try Data("sound 2".utf8).write(to: libraries.there.audioFile(named: "2.flac"))
    #expect(try await move(3) == [.moved])
    #expect(
      try libraries.files(libraries.here.audio).keys.sorted() == ["2.flac", "stray.flac"])
    #expect(
      try libraries.files(libraries.there.audio).keys.sorted() == ["1.flac", "3.flac"])
  }

  @Test("Memos that differ in both libraries stay in both, as do duplicates")
  func different() async throws {
    try await libraries.add(1, to: libraries.here)
    try await libraries.add(1, to: libraries.there)
    try await libraries.add(2, to: libraries.here, sound: "the same")
    try await libraries.add(3, to: libraries.there, sound: "the same")
    let (here, there) = (
      try await libraries.memos(in: libraries.here), try await libraries.memos(in: libraries.there)
    )
    let outcomes = try await move(1, 2)
    #expect(outcomes.count == 2)
    for outcome in outcomes {
      guard case .stayed(let problem) = outcome
      else {
        Issue.record("\(outcome)")
        continue
      }
      #expect(problem.problem == .twin)
    }
    #expect(try await libraries.memos(in: libraries.here) == here)
    #expect(try await libraries.memos(in: libraries.there) == there)
  }

  @Test("A memo that changes during its move stays unchanged")
  func changedMeanwhile() async throws {
    try await libraries.add(1, to: libraries.here)
    await #expect(throws: DatabaseError.self) {
      _ = try await move(1) { values in
        let (remove, update) = (values.database.archive.remove, values.database.update)
        values.database.archive.remove = { memo in
          var renamed = memo.recording
          renamed.title = "A new name"
          try await update(renamed)
          try await remove(memo)
        }
      }
    }
    #expect(try await libraries.memos(in: libraries.here).map(\.recording.title) == ["A new name"])
    #expect(try await libraries.memos(in: libraries.there) == [])
    #expect(try libraries.files(libraries.there.audio) == [:])
    #expect(try await move(1) == [.moved])
  }

  @Test("Damaged audio is not moved, and a library cannot move into itself")
  func refused() async throws {
    try await libraries.add(1, to: libraries.here)
    try Data("Sound 1".utf8).write(to: libraries.here.audioFile(named: "1.flac"))
    guard case .stayed(let problem)? = try await move(1).first
    else {
      Issue.record("it was moved")
      return
    }
    #expect(problem.problem == .changedSound)
    #expect(try libraries.files(libraries.there.audio) == [:])
    #expect(try await libraries.memos(in: libraries.here).count == 1)
    try await libraries.with(libraries.here) { _ in
      for place in [libraries.here.root, libraries.here.audio] {
        #expect(throws: BackupFailure.ownFolder(path: place.path)) { _ = try MemoMover(to: place) }
      }
    }
  }
}
