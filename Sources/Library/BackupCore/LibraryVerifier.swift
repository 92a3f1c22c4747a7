import AudioFileClient
import DatabaseClient
import Dependencies
public import Foundation
import ImportCore
import LibraryFolder
import POSIX
import SharedModels
import SoundCore

public struct LibraryVerifier: Sendable {
  public struct Outcome: Equatable, Sendable {
    public var memoCount = 0
    public var byteCount: Int64 = 0
    public var date: Date?
    /// Audio files in a backup that belong to deleted memos. Harmless.
    public var unusedCount = 0
    public var problems: [LibraryProblem] = []
  }

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.soundFiles) private var soundFiles

  public init() {}

  /// The library may be in use. Throws `DatabaseError`, and `AudioFileError` if listing fails.
  public func library(
    onProgress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> Outcome {
    try database.checkFile()
    var outcome = Outcome()
    outcome.problems = try await database.integrityProblems().map {
      LibraryProblem(
        .database, "the database is damaged: \($0)",
        fix: """
          move \(folder.database.path) aside, then run 'speechmemo restore' to restore a backup, \
          and then 'speechmemo recover' to make memos from the remaining audio
          """)
    }
    // Listed first: files that arrive later have a row by the time memos are read.
    let files = try await soundFiles.files(folder.audio).filter { !$0.name.hasPrefix(".") }
    let memos = try await database.recordings(matching: RecordingQuery(place: nil))
    try await check(
      memos, in: folder.audio, &outcome,
      missing: """
        restore it from a backup with 'speechmemo restore', or import the same recording again \
        with 'speechmemo import'
        """,
      changed: "'speechmemo restore' replaces it from a backup", onProgress: onProgress)
    outcome.problems += try await stray(files)
    return outcome
  }

  public func backup(
    in url: URL, onProgress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> Outcome {
    let place = BackupFolder(url)
    guard let manifest = try BackupManifest.read(from: url), let file = manifest.database
    else { throw BackupFailure.none(path: url.path) }
    var outcome = Outcome(date: manifest.date)
    for file in manifest.files where try await place.problem(with: file) != nil {
      outcome.problems.append(
        LibraryProblem(
          .database, "\(file.file) has changed since it was written",
          fix: "if the library is intact, 'speechmemo backup' writes it again", file: file.file))
    }
    guard outcome.problems.isEmpty
    else { return outcome }
    let copy = database.archive.contents(of: place.file(file.file))
    outcome.problems = try await copy.integrityProblems().map {
      LibraryProblem(
        .database, "the database in the backup is damaged: \($0)",
        fix: "run 'speechmemo verify' without a folder: the library's database may be damaged, too")
    }
    let memos = try await copy.recordings(matching: RecordingQuery(place: nil))
    let fix =
      "delete it there; the next 'speechmemo backup' copies it again if the library still has it"
    try await check(
      memos, in: place.audio, &outcome,
      missing: "the next 'speechmemo backup' copies it if the library still has it", changed: fix,
      onProgress: onProgress)
    let used = Set(memos.map { place.audioFile($0.audio.fileName).lastPathComponent })
    outcome.unusedCount = place.audio.fileNames.count { !$0.hasPrefix(".") && !used.contains($0) }
    return outcome
  }

  private func check(
    _ memos: [Recording], in audio: URL, _ outcome: inout Outcome, missing: String,
    changed: String, onProgress: (_ done: Int, _ total: Int) -> Void
  ) async throws {
    outcome.memoCount = memos.count
    for (index, memo) in memos.enumerated() {
      try Task.checkCancellation()
      onProgress(index, memos.count)
      let name = folder.audioFile(named: memo.audio.fileName).lastPathComponent
      let file = audio.appendingPathComponent(name)
      do {
        let stored = try await audioFile.checksum(of: file)
        outcome.byteCount += stored.byteCount
        guard
          stored.byteCount != memo.audio.byteCount
            || !memo.audio.sha256.isEmpty && stored.sha256 != memo.audio.sha256
        else {
          if audio == folder.audio, let duration = try await missedDuration(of: memo, in: file) {
            outcome.problems.append(.partialMemo(memo, duration: duration))
          }
          continue
        }
        outcome.problems.append(.changedSound(of: memo, fix: changed))
      } catch AudioFileError.missing {
        // The memo may just have been deleted together with its row.
        if audio == folder.audio, try await database.archive.memos(ids: [memo.id]).isEmpty {
          continue
        }
        outcome.problems.append(
          LibraryProblem(
            .missingSound, "\(memo.name): its audio is missing", fix: missing, file: name,
            id: memo.id))
      } catch let error as AudioFileError {
        outcome.problems.append(
          LibraryProblem(
            .unreadableSound, "\(memo.name): \(error)", fix: changed, file: name, id: memo.id))
      }
    }
  }

  /// Formats of which earlier versions read the first part only, or a guessed length.
  private static let partlyRead: Set<AudioFormat> = [
    .flac, .mp3, .ogg, .opus, .vorbis, AudioFormat(rawValue: "au"),
  ]

  /// Returns the length of the audio if the memo has only a part of it.
  private func missedDuration(of memo: Recording, in file: URL) async throws -> Duration? {
    guard memo.trashedAt == nil, Self.partlyRead.contains(memo.audio.format)
    else { return nil }
    do {
      let duration = try await audioFile.probe(url: file).duration
      return duration > memo.duration + .seconds(1) ? duration : nil
    } catch is AudioFileError {
      // ffmpeg may be missing.
      return nil
    }
  }

  private func stray(_ files: [SoundFiles.File]) async throws -> [LibraryProblem] {
    let names = files.filter { !$0.mayBeArriving }.map(\.name)
    var known = try await database.audioFileNames()
    guard !names.allSatisfy(known.contains)
    else { return [] }
    var lock: ImportLock?
    do {
      lock = try ImportLock(.exclusive, in: folder.root)
      if lock == nil { return [] }
    } catch DatabaseError.readOnly {
      // Nothing can be imported.
    }
    known = try await database.audioFileNames()
    defer { withExtendedLifetime(lock) {} }
    var problems: [LibraryProblem] = []
    for name in names where !known.contains(name) {
      guard try await soundFiles.exists(folder.audioFile(named: name))
      else { continue }
      problems.append(
        LibraryProblem(
          .straySound, "no memo refers to \(name) in the audio folder",
          fix: """
            restore a backup, or repeat an interrupted 'speechmemo move'; otherwise 'speechmemo \
            recover' makes a memo from it
            """, file: name))
    }
    return problems
  }
}
