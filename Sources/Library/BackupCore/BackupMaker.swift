import AudioFileClient
import DatabaseClient
import Dependencies
public import Foundation
import LibraryFolder
import POSIX
import SharedModels
import SoundCore

/// Creates or updates the backup in a folder. The manifest is replaced last, atomically, and each
/// file is on disk before the next step: a killed backup leaves the former one intact.
public struct BackupMaker: Sendable {
  public struct Outcome: Equatable, Sendable {
    public var memoCount = 0
    public var addedCount = 0
    public var addedByteCount: Int64 = 0
    public var unusedCount = 0
    public var prunedCount = 0
    public var problems: [LibraryProblem] = []
  }

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database.archive) private var archive
  @Dependency(\.date.now) private var now
  @Dependency(\.libraryFolder) private var folder

  public init() {}

  private static let attempts = 10

  /// Makes the backup, and creates the folder if needed. `prunes` deletes unused audio. Throws
  /// ``BackupFailure``, `DatabaseError`, `AudioFileError`, `FileStorageError`.
  public func callAsFunction(
    to url: URL, prunes: Bool = false,
    onProgress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> Outcome {
    guard !url.isIn(folder.root)
    else { throw BackupFailure.ownFolder(path: url.path) }
    let place = BackupFolder(url)
    // Read before the folder is touched: a backup in a newer format stays unchanged.
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
      try await archive.snapshot(to: snapshot)
      let copy = archive.contents(of: snapshot)
      // A damaged database must not replace an intact one.
      if let problem = try await copy.integrityProblems().first {
        throw DatabaseError.corrupt(path: folder.database.path, detail: problem)
      }
      let memos = try await copy.recordings(matching: RecordingQuery(place: nil))
      try await refuseOtherLibrary(memos, former: former, in: place)
      guard try await copyAudio(of: memos, to: place, &outcome, onProgress: onProgress)
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
    throw BackupFailure.libraryKeptChanging
  }

  /// Throws if the library shares no memo with the backup: the original may have been lost.
  private func refuseOtherLibrary(
    _ memos: [Recording], former: BackupManifest?, in place: BackupFolder
  ) async throws {
    guard let former, former.memoCount > 0, let file = former.database
    else { return }
    let ids = Set(memos.map(\.id))
    guard try await place.problem(with: file) == nil,
      let backed = try? await archive.contents(of: place.file(file.file)).recordings(
        matching: RecordingQuery(place: nil)),
      !backed.isEmpty, !backed.contains(where: { ids.contains($0.id) })
    else { return }
    throw BackupFailure.otherLibrary(path: place.root.path, count: backed.count)
  }

  /// Returns `false` if a memo in the snapshot was deleted before its audio could be copied.
  private func copyAudio(
    of memos: [Recording], to place: BackupFolder, _ outcome: inout Outcome,
    onProgress: (_ done: Int, _ total: Int) -> Void
  ) async throws -> Bool {
    outcome.problems = []
    let existingSizes = place.audioSizes
    for (index, memo) in memos.enumerated() {
      try Task.checkCancellation()
      onProgress(index, memos.count)
      let name = place.audioFile(memo.audio.fileName).lastPathComponent
      let size = existingSizes[name]
      let file = folder.audioFile(named: memo.audio.fileName)
      if size == memo.audio.byteCount { continue }
      do {
        let stored =
          size == nil
          ? try await audioFile.copyIn(from: file, to: place.audioFile(name))
          : try await audioFile.copyOut(from: file, to: place.audioFile(name), replacing: true)
        outcome.addedCount += 1
        outcome.addedByteCount += stored.byteCount
        if !memo.audio.sha256.isEmpty, stored.sha256 != memo.audio.sha256 {
          outcome.problems.append(.changedSound(of: memo, fix: LibraryProblem.restoreOlder))
        }
      } catch AudioFileError.missing(file.path) {
        if size != nil { continue }
        guard try await !archive.memos(ids: [memo.id]).isEmpty
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

  private func documents(in place: BackupFolder) async throws -> [BackupManifest.File] {
    var files: [BackupManifest.File] = []
    for source in folder.documents where fileExists(source.path) {
      let copy = place.temporaryFile()
      _ = try await audioFile.copyIn(from: source, to: copy)
      files.append(try await place.keep(copy, as: source.lastPathComponent))
    }
    return files
  }

  private func prune(
    _ memos: [Recording], in place: BackupFolder, _ outcome: inout Outcome, prunes: Bool
  ) {
    let used = Set(memos.map { place.audioFile($0.audio.fileName).lastPathComponent })
    for name in place.audio.fileNames where !name.hasPrefix(".") && !used.contains(name) {
      outcome.unusedCount += 1
      if prunes, (try? removeFile(place.audioFile(name).path)) != nil {
        outcome.prunedCount += 1
      }
    }
  }
}
