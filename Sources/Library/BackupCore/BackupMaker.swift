import AudioFileClient
import DatabaseClient
import Dependencies
public import Foundation
import LibraryFolder
import POSIX
import SharedModels

/// Backs the library up into a folder, or brings the backup that is there up to date.
///
/// What is written, in this order:
///
/// 1. A snapshot of the database, as it is at one moment, which is checked.
/// 2. The sound of each of its memos that the folder does not have. Sound never changes, so what is
///    there is not read or written again.
/// 3. The settings, the saved filters, texts that are not saved yet, and which memos went to the trash
///    by themselves. Like the snapshot they get names after their content.
/// 4. The manifest, which names all of that but the sound: it is replaced at one stroke. Until then
///    the folder holds the former backup, which is whole.
/// 5. What the former backup alone had is deleted, but for sound.
///
/// Each file is on the disk before the next step. Killed at any moment, the next run deletes what was
/// half-written, and goes on.
public struct BackupMaker: Sendable {
  /// What a backup has.
  public struct Outcome: Equatable, Sendable {
    /// How many memos it has, those in the trash included.
    public var memoCount = 0
    /// How many files of sound were copied.
    public var addedCount = 0
    /// How many bytes of sound were copied.
    public var addedByteCount: Int64 = 0
    /// How many files of sound it has of memos that are not in the library any more.
    public var unusedCount = 0
    /// How many of these were deleted.
    public var prunedCount = 0
    /// What is wrong with the library, and could not be backed up.
    public var problems: [LibraryProblem] = []
  }

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.libraryFolder) private var folder

  public init() {}

  /// How often a snapshot is taken again because memos of it were deleted while it was copied.
  private static let attempts = 10

  /// Makes the backup.
  ///
  /// - Parameters:
  ///   - url: The folder. It is made where it is missing.
  ///   - prunes: Whether to delete sound that no memo of the backup refers to.
  /// - Throws: ``BackupFailure``, `DatabaseError`, `AudioFileError`, `FileStorageError`. The former
  ///   backup is whole then.
  public func callAsFunction(to url: URL, prunes: Bool = false) async throws -> Outcome {
    guard !url.isIn(folder.root)
    else { throw BackupFailure.ownFolder(path: url.path) }
    let place = BackupPlace(url)
    // Read before the folder is touched: one of a newer version stays as it is.
    _ = try BackupManifest.read(from: url)
    try place.refuseOtherFiles()
    let lock = try place.claim()
    defer {
      place.deleteTemporaryFiles()
      lock.unlock()
    }
    let former = try BackupManifest.read(from: url)
    place.tidy(former)
    var outcome = Outcome()
    for _ in 0..<Self.attempts {
      let snapshot = place.temporaryFile()
      try await database.snapshot(to: snapshot)
      let copy = database.contents(of: snapshot)
      // What is damaged must not take the place of what is whole.
      if let problem = try await copy.integrityProblems().first {
        throw DatabaseError.corrupt(path: folder.database.path, detail: problem)
      }
      let memos = try await copy.recordings(matching: RecordingQuery(place: nil))
      try await refuseOtherLibrary(memos, former: former, in: place)
      guard try await copySound(of: memos, to: place, &outcome)
      else { continue }
      outcome.memoCount = memos.count
      var manifest = BackupManifest(
        date: now, memoCount: memos.count,
        files: [try await place.keep(snapshot, as: BackupManifest.databaseName)])
      manifest.files += try await documents(in: place)
      try manifest.write(to: url)
      place.tidy(manifest)
      prune(memos, in: place, &outcome, prunes: prunes)
      return outcome
    }
    throw BackupFailure.neverAtRest
  }

  /// A library that has been lost, or another one, must not take the place of the one that is backed
  /// up.
  private func refuseOtherLibrary(
    _ memos: [Recording], former: BackupManifest?, in place: BackupPlace
  ) async throws {
    guard let former, former.memoCount > 0, let file = former.database
    else { return }
    let ids = Set(memos.map(\.id))
    // A damaged one protects nothing.
    guard try await place.problem(with: file) == nil,
      let backed = try? await database.contents(of: place.file(file.file)).recordings(
        matching: RecordingQuery(place: nil)),
      !backed.isEmpty, !backed.contains(where: { ids.contains($0.id) })
    else { return }
    throw BackupFailure.otherLibrary(path: place.root.path, count: backed.count)
  }

  /// Copies what is missing.
  ///
  /// - Returns: Whether all memos are still in the library whose sound is not.
  private func copySound(
    of memos: [Recording], to place: BackupPlace, _ outcome: inout Outcome
  ) async throws -> Bool {
    outcome.problems = []
    let there = place.soundSizes
    for memo in memos {
      try Task.checkCancellation()
      let name = place.sound(memo.audio.fileName).lastPathComponent
      let size = there[name]
      let file = folder.audioFile(named: memo.audio.fileName)
      if size == memo.audio.byteCount { continue }
      do {
        let stored =
          size == nil
          ? try await audioFile.copyIn(from: file, to: place.sound(name))
          : try await audioFile.copyOut(from: file, to: place.sound(name), replacing: true)
        outcome.addedCount += 1
        outcome.addedByteCount += stored.byteCount
        if !memo.audio.sha256.isEmpty, stored.sha256 != memo.audio.sha256 {
          outcome.problems.append(.changedSound(of: memo, fix: LibraryProblem.restoreOlder))
        }
      } catch AudioFileError.missing(file.path) {
        if size != nil { continue }
        guard try await !database.archived(ids: [memo.id]).isEmpty
        else { return false }
        outcome.problems.append(
          LibraryProblem(
            .missingSound, "\(memo.name): its audio is missing, and this backup has no copy",
            fix: "import the same recording again, or restore an older backup", file: name,
            id: memo.id))
      }
    }
    return true
  }

  private func documents(in place: BackupPlace) async throws -> [BackupManifest.File] {
    var files: [BackupManifest.File] = []
    for source in folder.documents where isThere(source.path) {
      let copy = place.temporaryFile()
      _ = try await audioFile.copyIn(from: source, to: copy)
      files.append(try await place.keep(copy, as: source.lastPathComponent))
    }
    return files
  }

  private func prune(
    _ memos: [Recording], in place: BackupPlace, _ outcome: inout Outcome, prunes: Bool
  ) {
    let used = Set(memos.map { place.sound($0.audio.fileName).lastPathComponent })
    for name in place.audio.names where !name.hasPrefix(".") && !used.contains(name) {
      outcome.unusedCount += 1
      if prunes, (try? removeFile(place.sound(name).path)) != nil {
        outcome.prunedCount += 1
      }
    }
  }
}
