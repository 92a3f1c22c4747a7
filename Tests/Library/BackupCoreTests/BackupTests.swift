import AudioFileClient
import BackupCore
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import SharedModels
import Testing

struct BackupTests {
  let libraries: Libraries

  init() throws {
    libraries = try Libraries()
  }

  @discardableResult
  func backUp(prunes: Bool = false) async throws -> BackupMaker.Outcome {
    try await libraries.with(libraries.here) { _ in
      try await BackupMaker()(to: libraries.place, prunes: prunes)
    }
  }

  @discardableResult
  func restore(into library: LibraryFolder) async throws -> BackupRestorer.Outcome {
    try await libraries.with(library) { _ in try await BackupRestorer()(from: libraries.place) }
  }

  @Test("Backup, verification, and restore report the memos that are done")
  func progress() async throws {
    for number in 1...20 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    var progress: [[Int]] = []
    try await libraries.with(libraries.here) { _ in
      _ = try await BackupMaker()(to: libraries.place) { progress.append([$0, $1]) }
      #expect(progress == (0..<20).map { [$0, 20] })
      progress = []
      _ = try await LibraryVerifier().library { progress.append([$0, $1]) }
      #expect(progress == (0..<20).map { [$0, 20] })
      progress = []
      _ = try await LibraryVerifier().backup(in: libraries.place) { progress.append([$0, $1]) }
      #expect(progress == (0..<20).map { [$0, 20] })
    }
    progress = []
    try await libraries.with(libraries.there) { _ in
      _ = try await BackupRestorer()(
        from: libraries.place, onProgress: { progress.append([$0, $1]) })
    }
    // Sixteen memos are restored at once.
    #expect(progress == [[0, 20], [16, 20]])
  }

  @Test(
    "A restored backup is complete: transcripts, trash, tags, settings, filters, unsaved texts"
  )
  func roundTrip() async throws {
    for number in 1...3 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    try Data("{\"theme\":\"dark\"}".utf8).write(to: libraries.here.settings)
    try Data("[]".utf8).write(to: libraries.here.retired)
    try Data(#"[{"name":"Work","text":"work"}]"#.utf8).write(to: libraries.here.filters)
    try Data(#"[{"kind":"title"}]"#.utf8).write(to: libraries.here.unsavedTexts)
    try Data(#"{"tab":"queue"}"#.utf8).write(to: libraries.here.navigation)
    try await libraries.with(libraries.here) { database in
      try await database.trash(ids: [.number(2)], at: Date(timeIntervalSince1970: 9))
    }
    let made = try await backUp()
    #expect(made.memoCount == 3 && made.addedCount == 3 && made.problems == [])
    let restored = try await restore(into: libraries.there)
    #expect(restored.addedCount == 3 && restored.hasSettings && restored.problems == [])
    #expect(
      try await libraries.memos(in: libraries.there) == libraries.memos(in: libraries.here))
    for file in [
      "settings.json", "retired.json", "filters.json", "unsaved-texts.json", "audio/1.flac",
      "memos/2.json",
    ] {
      let original = try #require(libraries.files(libraries.here.root)[file])
      #expect(try libraries.files(libraries.there.root)[file] == original, "\(file)")
    }
    #expect(try libraries.files(libraries.there.root)["navigation.json"] == nil)
    let again = try await restore(into: libraries.there)
    #expect(again.existingCount == 3 && again.addedCount == 0 && !again.hasSettings)
  }

  @Test("A second backup writes only changes, under stable names")
  func incremental() async throws {
    for number in 1...3 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    try await backUp()
    let first = try libraries.files(libraries.place)
    let again = try await backUp()
    #expect(again.addedCount == 0)
    #expect(try libraries.files(libraries.place) == first, "an unchanged library")
    try await libraries.add(4, to: libraries.here)
    let changed = try await backUp()
    #expect(changed.addedCount == 1 && changed.memoCount == 4)
    let second = try libraries.files(libraries.place)
    #expect(Set(second.keys).subtracting(first.keys).contains("audio/4.flac"))
    for name in first.keys where name.hasPrefix("audio") { #expect(second[name] == first[name]) }
    #expect(second.keys.count { $0.hasPrefix("library-") } == 1)
    #expect(!second.keys.contains { $0.contains("/.") || $0.hasPrefix(".") })
  }

  @Test("Audio of deleted memos stays until it is pruned")
  func prune() async throws {
    for number in 1...2 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    try await backUp()
    try await libraries.with(libraries.here) { database in
      try await database.trash(ids: [.number(1)], at: Date())
      _ = try await database.deletePermanently(ids: [.number(1)])
      try FileManager.default.removeItem(at: libraries.here.audioFile(named: "1.flac"))
    }
    let kept = try await backUp()
    #expect(kept.unusedCount == 1 && kept.prunedCount == 0 && kept.memoCount == 1)
    #expect(try libraries.files(libraries.place)["audio/1.flac"] != nil)
    let pruned = try await backUp(prunes: true)
    #expect(pruned.prunedCount == 1)
    #expect(try libraries.files(libraries.place)["audio/1.flac"] == nil)
  }

  @Test("A failed backup keeps the previous one and resumes the next time")
  func interrupted() async throws {
    try await libraries.add(1, to: libraries.here)
    try await backUp()
    let before = try libraries.files(libraries.place)
    for number in 2...4 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    await #expect(throws: AudioFileError.noSpace(path: "3.flac")) {
      try await libraries.with(
        libraries.here,
        update: {
          let copyIn = $0.audioFile.copyIn
          $0.audioFile.copyIn = { source, target in
            guard source.lastPathComponent != "3.flac"
            else { throw AudioFileError.noSpace(path: "3.flac") }
            return try await copyIn(source, target)
          }
        }
      ) { _ in try await BackupMaker()(to: libraries.place) }
    }
    let after = try libraries.files(libraries.place)
    for (name, data) in before { #expect(after[name] == data, "\(name)") }
    #expect(try await restore(into: libraries.there).addedCount == 1)
    // As a killed one leaves them.
    for name in [".new-1", "library-0123456789abcdef.sqlite", "audio/.new-2"] {
      try Data("half".utf8).write(to: libraries.place.appending(path: name))
    }
    #expect(try await backUp().memoCount == 4)
    let last = try libraries.files(libraries.place)
    #expect(last.keys.count == 4 + 2, "\(last.keys)")
    #expect(try await restore(into: libraries.there).addedCount == 3)
  }

  @Test("Restoring into another library adds memos without duplicates")
  func merged() async throws {
    for number in 1...3 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    try Data("{\"theme\":\"dark\"}".utf8).write(to: libraries.here.settings)
    try await backUp()
    try await libraries.add(7, to: libraries.there, sound: "sound 1", saying: nil)
    try await libraries.add(8, to: libraries.there)
    let outcome = try await restore(into: libraries.there)
    #expect(outcome.addedCount == 2 && outcome.existingCount == 1)
    #expect(outcome.transcribedCount == 1 && !outcome.hasSettings)
    let memos = try await libraries.memos(in: libraries.there)
    #expect(memos.map(\.recording.title) == ["Memo 8", "Memo 7", "Memo 3", "Memo 2"])
    #expect(memos.allSatisfy { $0.transcription?.text == "hello there" })
    #expect(
      try libraries.files(libraries.there.audio).keys.sorted()
        == ["2.flac", "3.flac", "7.flac", "8.flac"])
  }

  @Test("Lost and damaged audio is restored; audio missing in the backup is reported")
  func repaired() async throws {
    for number in 1...3 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    try await backUp()
    try FileManager.default.removeItem(at: libraries.here.audioFile(named: "1.flac"))
    try Data("Sound 2".utf8).write(to: libraries.here.audioFile(named: "2.flac"))
    #expect(try await backUp().problems == [], "the backup has them whole")
    let outcome = try await restore(into: libraries.here)
    #expect(outcome.repairedCount == 2 && outcome.problems == [])
    #expect(try libraries.files(libraries.here.audio)["2.flac"] == Data("sound 2".utf8))
    try FileManager.default.removeItem(at: libraries.place.appending(path: "audio/3.flac"))
    let partial = try await restore(into: libraries.there)
    #expect(partial.addedCount == 2 && partial.problems.map(\.problem) == [.missingSound])
  }

  @Test("Folders that are not backups stay unchanged")
  func refused() async throws {
    try await libraries.add(1, to: libraries.here)
    func failure(to place: URL) async -> BackupFailure? {
      do {
        _ = try await libraries.with(libraries.here) { _ in try await BackupMaker()(to: place) }
        return nil
      } catch {
        return error as? BackupFailure
      }
    }
    let own = libraries.here.root.appending(component: "backup")
    #expect(await failure(to: own) == .ownFolder(path: own.path))
    let other = libraries.root.appending(component: "letters")
    try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
    try Data().write(to: other.appending(component: "letter.txt"))
    #expect(await failure(to: other) == .otherFiles(path: other.path, name: "letter.txt"))
    try await backUp()
    let backup = try libraries.files(libraries.place)
    try await libraries.add(9, to: libraries.there)
    await #expect(throws: BackupFailure.otherLibrary(path: libraries.place.path, count: 1)) {
      try await libraries.with(libraries.there) { _ in
        try await BackupMaker()(to: libraries.place)
      }
    }
    #expect(try libraries.files(libraries.place) == backup)
    await #expect(throws: BackupFailure.none(path: own.path)) {
      try await libraries.with(libraries.there) { _ in try await BackupRestorer()(from: own) }
    }
  }

  @Test("A damaged library does not replace an intact backup")
  func damagedLibrary() async throws {
    for number in 1...9 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    try await backUp()
    let before = try libraries.files(libraries.place)
    let handle = try FileHandle(forWritingTo: libraries.here.database)
    try handle.seek(toOffset: 3 * 4096)
    try handle.write(contentsOf: Data(repeating: 0xff, count: 4096))
    try handle.close()
    await #expect(throws: DatabaseError.self) { try await backUp() }
    #expect(try libraries.files(libraries.place) == before)
  }

  @Test("Backups of newer versions and damaged backups are refused")
  func notRestored() async throws {
    try await libraries.add(1, to: libraries.here)
    try await backUp()
    let manifest = libraries.place.appending(component: "speechmemo-backup.json")
    let text = try String(contentsOf: manifest, encoding: .utf8)
    try Data(text.replacingOccurrences(of: "\"format\" : 1", with: "\"format\" : 2").utf8)
      .write(to: manifest)
    let newer = BackupFailure.newerVersion(
      path: libraries.place.path, found: 2, supported: 1)
    await #expect(throws: newer) { try await restore(into: libraries.there) }
    await #expect(throws: newer) { try await backUp() }
    try Data(text.utf8).write(to: manifest)
    let name = try #require(
      try libraries.files(libraries.place).keys.first { $0.hasPrefix("library-") })
    let database = libraries.place.appending(component: name)
    var bytes = try Data(contentsOf: database)
    bytes[4000] ^= 1
    try bytes.write(to: database)
    await #expect(throws: BackupFailure.damaged(path: database.path)) {
      try await restore(into: libraries.there)
    }
    #expect(try await libraries.memos(in: libraries.there) == [])
    #expect(try await backUp().problems == [], "the next one writes it anew")
    #expect(try await restore(into: libraries.there).addedCount == 1)
  }
}
