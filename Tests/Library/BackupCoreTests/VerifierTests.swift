import AudioFileClient
import BackupCore
import DatabaseClient
import Foundation
import LibraryFolder
import Testing

struct VerifierTests {
  private let libraries: Libraries

  init() throws {
    libraries = try Libraries()
  }

  private func library() async throws -> LibraryVerifier.Outcome {
    try await libraries.with(libraries.here) { _ in try await LibraryVerifier().library() }
  }

  private func backup() async throws -> LibraryVerifier.Outcome {
    try await libraries.with(libraries.here) { _ in
      try await LibraryVerifier().backup(in: libraries.place)
    }
  }

  @Test("Missing, changed and stray audio is reported with a fix")
  func sound() async throws {
    for number in 1...3 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    let whole = try await library()
    #expect(whole.memoCount == 3 && whole.byteCount == 21 && whole.problems == [])
    try Data("Sound 1".utf8).write(to: libraries.here.audioFile(named: "1.flac"))
    try FileManager.default.removeItem(at: libraries.here.audioFile(named: "2.flac"))
    try Data("stray".utf8).write(to: libraries.here.audioFile(named: "4.flac"))
    let outcome = try await library()
    #expect(outcome.problems.map(\.problem) == [.missingSound, .changedSound, .straySound])
    #expect(outcome.problems.map(\.file) == ["2.flac", "1.flac", "4.flac"])
    #expect(outcome.problems.allSatisfy { !$0.fix.isEmpty && !$0.detail.contains("\n") })
    let advice = /restore a backup.*'speechmemo move'.*'speechmemo recover'/
    #expect(outcome.problems.last?.fix.contains(advice) == true)
  }

  @Test("A memo of which an earlier version read only a part is reported")
  func partial() async throws {
    for number in 1...5 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    let (here, place) = (libraries.here, libraries.place)
    let problems = try await libraries.with(here) {
      $0.audioFile.probe = { url in
        let name = url.lastPathComponent
        guard name != "3.flac"
        else { throw AudioFileError.unsupported(path: url.path, format: "Vorbis", hint: "") }
        return AudioFileInfo(
          byteCount: 7, channelCount: 1,
          duration: ["1.flac", "4.flac"].contains(name) ? .seconds(75) : .milliseconds(2_900),
          format: .flac, sampleRate: 16_000)
      }
    } _: { database in
      try await database.trash(ids: [.number(4)], at: Date(timeIntervalSince1970: 10))
      _ = try await BackupMaker()(to: place)
      #expect(try await LibraryVerifier().backup(in: place).problems == [])
      return try await LibraryVerifier().library().problems
    }
    let problem = try #require(problems.first)
    #expect(problems.count == 1 && problem.problem == .partialMemo && problem.file == "1.flac")
    #expect(problem.detail.contains("read only 2 of the 75 seconds of its audio"))
    #expect(problem.fix.contains("'speechmemo export 00000000 -f audio -o FOLDER'"))
  }

  @Test("A damaged database is reported")
  func database() async throws {
    try await libraries.add(1, to: libraries.here)
    let handle = try FileHandle(forWritingTo: libraries.here.database)
    try handle.seek(toOffset: 8192)
    try handle.write(contentsOf: Data(repeating: 0xff, count: 4096))
    try handle.close()
    do {
      let problems = try await library().problems
      #expect(problems.contains { $0.problem == .database })
    } catch is DatabaseError {
      // Damaged so that it cannot even be read.
    }
  }

  @Test("Verification reads a backup completely; audio of deleted memos is not a problem")
  func backups() async throws {
    for number in 1...2 as ClosedRange<UInt8> {
      try await libraries.add(number, to: libraries.here)
    }
    try await libraries.with(libraries.here) { _ in
      _ = try await BackupMaker()(to: libraries.place)
    }
    try Data("old".utf8).write(to: libraries.place.appending(path: "audio/9.flac"))
    let before = try libraries.files(libraries.place)
    let whole = try await backup()
    #expect(whole.problems == [] && whole.memoCount == 2 && whole.unusedCount == 1)
    #expect(whole.date == Date(timeIntervalSince1970: 1000))
    #expect(try libraries.files(libraries.place) == before)
    try Data("Sound 1".utf8).write(to: libraries.place.appending(path: "audio/1.flac"))
    try FileManager.default.removeItem(at: libraries.place.appending(path: "audio/2.flac"))
    #expect(try await backup().problems.map(\.problem) == [.missingSound, .changedSound])
    let name = try #require(before.keys.first { $0.hasPrefix("library-") })
    try Data("broken".utf8).write(to: libraries.place.appending(path: name))
    #expect(try await backup().problems.map(\.problem) == [.database])
  }
}
