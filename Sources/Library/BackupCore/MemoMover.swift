import AudioFileClient
public import DatabaseClient
import Dependencies
public import Foundation
import ImportCore
public import LibraryFolder
public import SharedModels
import SoundCore

/// Moves memos to another library, with their sound and all that is known of them.
///
/// A memo's sound is on the disk of the other library, and its rows are in the database there, before
/// its rows and then its sound go here. Killed at any moment, it is in one library or in both. The
/// next move finds what is the same in both by its bytes, and finishes; where a memo was changed in one
/// of them meanwhile, that one counts.
public struct MemoMover: Sendable {
  /// What became of a memo.
  public enum Outcome: Equatable, Sendable {
    case moved
    /// An earlier move has brought it there; now it is gone here.
    case finished
    /// It is still here.
    case stayed(LibraryProblem)
  }

  private let target: LibraryFolder
  private let other: DatabaseClient

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.soundFiles) private var soundFiles

  /// - Parameter url: The other library's folder. It is made where it is missing.
  /// - Throws: ``BackupFailure/ownFolder(path:)``.
  public init(to url: URL) throws {
    target = LibraryFolder(root: url)
    @Dependency(\.database) var database
    other = database.library(at: target.database)
    guard !url.isIn(folder.root), !folder.root.isIn(url)
    else { throw BackupFailure.ownFolder(path: url.path) }
  }

  /// - Parameters:
  ///   - target: The folder of the other library, which is made where it is missing. Its sound may be
  ///     in a store.
  ///   - database: The other library.
  public init(to target: LibraryFolder, _ database: DatabaseClient) {
    self.target = target
    other = database
  }

  /// Moves memos, one after the other.
  ///
  /// - Parameter report: Gets each memo, and what became of it.
  /// - Throws: `ImportFailure.recovering`, `DatabaseError`, `LibraryFolderError`, and what `report`
  ///   throws. Those that were reported as moved are.
  public func callAsFunction(
    _ memos: [Recording], report: (Recording, Outcome) throws -> Void
  ) async throws {
    do {
      try await move(memos, report: report)
      await other.close()
    } catch {
      await other.close()
      throw error
    }
  }

  private func move(
    _ memos: [Recording], report: (Recording, Outcome) throws -> Void
  ) async throws {
    try await deleteMoved()
    guard let lock = try ImportLock(.together, in: folder.root),
      let otherLock = try ImportLock(.together, in: target.root)
    else { throw ImportFailure.recovering }
    defer { withExtendedLifetime((lock, otherLock)) {} }
    try LibraryFolder.make(target.audio)
    for recording in memos {
      try Task.checkCancellation()
      guard let memo = try await database.archived(ids: [recording.id]).first
      else { throw DatabaseError.notFound("memo \(recording.id.rawValue.uuidString.lowercased())") }
      let outcome: Outcome
      do {
        outcome = try await move(memo)
      } catch AudioFileError.noSpace(let path) {
        // There is none for the others either.
        throw AudioFileError.noSpace(path: path)
      } catch let error as AudioFileError {
        outcome = .stayed(
          LibraryProblem(
            .unreadableSound, "\(recording.name): \(error)",
            fix: "'speechmemo verify' tells more", file: recording.audio.fileName,
            id: recording.id))
      }
      try report(recording, outcome)
    }
  }

  /// Deletes sound that a killed move has left in one library, when the memo's rows were gone there
  /// and it was whole in the other.
  private func deleteMoved() async throws {
    // Alone: a move that is under way has sound without rows, too.
    guard let lock = try ImportLock(.alone, in: folder.root),
      let otherLock = try ImportLock(.alone, in: target.root)
    else { return }
    defer { withExtendedLifetime((lock, otherLock)) {} }
    let names = try await (here: database.audioFileNames(), there: other.audioFileNames())
    for (library, known, second) in [(folder, names.here, target), (target, names.there, folder)] {
      let moved = library == folder ? names.there : names.here
      let names = try await soundFiles.files(library.audio).map(\.name)
      for name in names where moved.contains(name) && !known.contains(name) {
        guard let kept = try? await audioFile.checksum(of: second.audioFile(named: name)),
          let left = try? await audioFile.checksum(of: library.audioFile(named: name)),
          kept == left
        else { continue }
        await soundFiles.delete(library.audioFile(named: name))
        MemoFiles(library).delete(forSound: name)
      }
    }
  }

  private func move(_ memo: ArchivedMemo) async throws -> Outcome {
    let recording = memo.recording
    if let there = try await existing(recording) {
      // What a killed move has left in both may have been changed since, in one of them.
      let copied = there.recording.id == recording.id ? MovedCopy(in: folder) : nil
      if there.recording.id == recording.id,
        there.holds(memo.settled) || copied?.isSame(as: memo.settled) == true
      {
        if let problem = try await putSound(of: there.recording) { return .stayed(problem) }
        try await remove(memo)
        return .finished
      }
      guard let copied, copied.isSame(as: there)
      else { return .stayed(.twin(of: recording, there.recording, in: target)) }
      try await other.remove(memo: there)
    }
    if let problem = try await putSound(of: recording) { return .stayed(problem) }
    try MovedCopy(of: memo.settled).keep(in: folder)
    guard case .added? = try await other.adopt(memos: [memo]).first
    else { return .stayed(.twin(of: recording, recording, in: target)) }
    do {
      try await remove(memo)
    } catch DatabaseError.changedMeanwhile {
      // It goes on changing here; what is there is a copy of before.
      if let copy = try await other.archived(ids: [recording.id]).first {
        try? await other.remove(memo: copy)
        await delete(recording, in: target)
      }
      throw DatabaseError.changedMeanwhile(recording.name)
    }
    return .moved
  }

  private func existing(_ recording: Recording) async throws -> ArchivedMemo? {
    if let same = try await other.archived(ids: [recording.id]).first { return same }
    guard !recording.isTrashed, !recording.audio.sha256.isEmpty,
      let twin = try await other.recordingWithChecksum(recording.audio.sha256)
    else { return nil }
    return try await other.archived(ids: [twin.id]).first
  }

  /// Sees to it that a memo's sound is in the other library, whole, and what the memo is called.
  ///
  /// - Returns: Why it cannot be.
  private func putSound(of recording: Recording) async throws -> LibraryProblem? {
    let source = folder.audioFile(named: recording.audio.fileName)
    let place = target.audioFile(named: recording.audio.fileName)
    var sha256 = recording.audio.sha256
    if sha256.isEmpty { sha256 = try await audioFile.checksum(of: source).sha256 }
    if try await soundFiles.isThere(place) {
      // A move that was killed has brought it there.
      guard try await audioFile.checksum(of: place).sha256 == sha256
      else { throw AudioFileError.destinationExists(path: place.path) }
    } else {
      let stored = try await audioFile.copyIn(from: source, to: place)
      guard stored.sha256 == sha256
      else {
        await soundFiles.delete(place)
        return .changedSound(of: recording, fix: "'speechmemo restore' replaces it by a backup's")
      }
    }
    // Killed before the row is there, 'recover' knows what it is.
    try MemoFiles(target).write(recording)
    return nil
  }

  private func remove(_ memo: ArchivedMemo) async throws {
    try await database.remove(memo: memo)
    MovedCopy.delete(in: folder)
    await delete(memo.recording, in: folder)
  }

  private func delete(_ recording: Recording, in library: LibraryFolder) async {
    await soundFiles.delete(library.audioFile(named: recording.audio.fileName))
    MemoFiles(library).delete(forSound: recording.audio.fileName)
  }
}

extension LibraryProblem {
  fileprivate static func twin(
    of recording: Recording, _ there: Recording, in library: LibraryFolder
  ) -> Self {
    let isSame = recording.id == there.id
    return Self(
      .twin,
      isSame
        ? "\(recording.name) is in \(library.root.path), too, and not the same"
        : "\(recording.name) has the same sound as \(there.name) in \(library.root.path)",
      fix: "look at both, and delete one", file: recording.audio.fileName, id: recording.id)
  }
}
