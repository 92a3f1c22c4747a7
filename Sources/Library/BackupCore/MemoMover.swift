import AudioFileClient
public import DatabaseClient
import Dependencies
import FileStorage
public import Foundation
import ImportCore
public import LibraryFolder
import POSIX
public import SharedModels
import SoundCore

/// Moves memos to another library. Audio and rows are durable there before they are deleted here.
/// After a kill, a memo may be in both; the next move finishes. If one copy was edited, it wins.
public struct MemoMover: Sendable {
  public enum Outcome: Equatable, Sendable {
    case moved
    /// Copied by an earlier move, and deleted here now.
    case finished
    case stayed(LibraryProblem)
  }

  private let target: LibraryFolder
  private let other: DatabaseClient
  private let targetName: String

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.date) private var date
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.soundFiles) private var soundFiles
  @Dependency(\.uuid) private var uuid

  public init(to url: URL) throws {
    target = LibraryFolder(root: url)
    @Dependency(\.database) var database
    other = database.library(at: target.database)
    targetName = url.path
    guard !url.isIn(folder.root), !folder.root.isIn(url)
    else { throw BackupFailure.ownFolder(path: url.path) }
    // Its audio has no rows in a library, so the move would delete it as left by a killed one.
    guard try BackupManifest.read(from: url) == nil
    else { throw BackupFailure.backup(path: url.path) }
  }

  public init(to target: LibraryFolder, _ database: DatabaseClient, called targetName: String) {
    self.target = target
    self.targetName = targetName
    other = database
  }

  /// - Throws: ``BackupFailure/sameLibrary(place:)`` or ``BackupFailure/sameAudio(place:)`` before
  ///   anything is moved, `ImportFailure.recovering`, `DatabaseError`, `AudioFileError`,
  ///   `LibraryFolderError`, and errors of `report`. Memos reported as moved stay moved.
  public func callAsFunction(
    _ memos: [Recording], report: (Recording, Outcome) throws -> Void
  ) async throws {
    do {
      if let memo = memos.first, try await isSameLibrary(having: memo) {
        throw BackupFailure.sameLibrary(place: targetName)
      }
      if try await sharesAudioStore() { throw BackupFailure.sameAudio(place: targetName) }
      try await move(memos, report: report)
      await other.close()
    } catch {
      await other.close()
      throw error
    }
  }

  /// A library has many addresses, so this adds a link to one and looks for it in the other.
  private func isSameLibrary(having memo: Recording) async throws -> Bool {
    // No secret has this checksum, so the link opens nothing. It expires if we are killed.
    let link = ShareLink(
      id: ShareLink.ID(uuid()), memo: memo.id, createdAt: date.now,
      expiresAt: date.now.addingTimeInterval(3_600))
    guard try await database.access.addLink(link: link, sha256: "none of \(link.id.rawValue)")
    else { throw DatabaseError.idTaken("a link") }
    do {
      let links = try await other.access.links(of: memo.id)
      _ = try await database.access.removeLink(id: link.id, of: memo.id)
      return links.contains { $0.id == link.id }
    } catch {
      _ = try? await database.access.removeLink(id: link.id, of: memo.id)
      throw error
    }
  }

  /// Returns `true` if both libraries store audio in one place, where a delete affects both.
  private func sharesAudioStore() async throws -> Bool {
    try LibraryFolder.make(target.audio)
    // The prefix makes a later sweep of the audio remove the file if this process is killed.
    let name = "\(AudioFileClient.temporaryNamePrefix)\(uuid().uuidString)"
    // Without that prefix: an export to the temporary folder would sweep it.
    let file = URL(fileURLWithPath: ProcessText.temporaryFolder())
      .appendingPathComponent("speechmemo\(name)")
    defer { _ = try? FileStorage.fileSystem.delete(file) }
    try FileStorage.fileSystem.write(Data(name.utf8), to: file)
    _ = try await audioFile.copyIn(from: file, to: target.audioFile(named: name))
    do {
      let isHere = try await soundFiles.exists(folder.audioFile(named: name))
      await soundFiles.delete(target.audioFile(named: name))
      return isHere
    } catch {
      await soundFiles.delete(target.audioFile(named: name))
      throw error
    }
  }

  private func move(
    _ memos: [Recording], report: (Recording, Outcome) throws -> Void
  ) async throws {
    try await deleteMoved()
    guard let lock = try ImportLock(.shared, in: folder.root),
      let otherLock = try ImportLock(.shared, in: target.root)
    else { throw ImportFailure.recovering }
    defer { withExtendedLifetime((lock, otherLock)) {} }
    try LibraryFolder.make(target.audio)
    for recording in memos {
      try Task.checkCancellation()
      guard let memo = try await database.archive.memos(ids: [recording.id]).first
      else { throw DatabaseError.notFound("memo \(recording.id.text)") }
      let outcome: Outcome
      do {
        outcome = try await move(memo)
      } catch AudioFileError.noSpace(let path) {
        // The remaining memos wouldn't fit either.
        throw AudioFileError.noSpace(path: path)
      } catch let error as AudioFileError {
        outcome = .stayed(
          LibraryProblem(
            .unreadableSound, "\(recording.name): \(error)",
            fix: "'speechmemo verify' shows details", file: recording.audio.fileName,
            id: recording.id))
      }
      try report(recording, outcome)
    }
  }

  /// Deletes audio left by a killed move, if the other library has it intact.
  private func deleteMoved() async throws {
    // Exclusive: a move in progress has audio without rows, too.
    guard let lock = try ImportLock(.exclusive, in: folder.root),
      let otherLock = try ImportLock(.exclusive, in: target.root)
    else { return }
    defer { withExtendedLifetime((lock, otherLock)) {} }
    try await deleteCopies()
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
        MemoFiles(library).delete(forAudio: name)
      }
    }
  }

  private func deleteCopies() async throws {
    let ids = MoveCheckpoint.ids(in: folder)
    guard !ids.isEmpty
    else { return }
    let here = try await database.recordings(matching: RecordingQuery(ids: Array(ids), place: nil))
    for id in ids.subtracting(here.map(\.id)) { MoveCheckpoint.delete(of: id, in: folder) }
  }

  private func move(_ memo: ArchivedMemo) async throws -> Outcome {
    let recording = memo.recording
    if let match = try await existing(recording) {
      // A copy left by a killed move may have been edited since, in either library.
      let copied =
        match.recording.id == recording.id
        ? MoveCheckpoint(of: recording.id, in: folder) : nil
      if match.recording.id == recording.id,
        match.holds(memo.requeued) || copied?.isReplaced(memo.requeued, by: match) == true
      {
        if let problem = try await copyAudio(of: match.recording) { return .stayed(problem) }
        try await remove(memo)
        return .finished
      }
      guard let copied, copied.isReplaced(match, by: memo)
      else { return .stayed(.twin(of: recording, match.recording, in: targetName)) }
      try await other.archive.remove(memo: match)
    }
    if let problem = try await copyAudio(of: recording) { return .stayed(problem) }
    try MoveCheckpoint(of: memo.requeued).save(in: folder)
    guard case .added? = try await other.archive.adopt(memos: [memo]).first
    else { return .stayed(.twin(of: recording, recording, in: targetName)) }
    do {
      try await remove(memo)
    } catch DatabaseError.conflict {
      // The memo changed during the move, so the copy is outdated.
      if let copy = try await other.archive.memos(ids: [recording.id]).first {
        try? await other.archive.remove(memo: copy)
        await delete(recording, in: target)
      }
      throw DatabaseError.conflict(recording.name)
    }
    return .moved
  }

  private func existing(_ recording: Recording) async throws -> ArchivedMemo? {
    if let same = try await other.archive.memos(ids: [recording.id]).first { return same }
    guard !recording.isTrashed, !recording.audio.sha256.isEmpty,
      let twin = try await other.recordingWithChecksum(recording.audio.sha256)
    else { return nil }
    return try await other.archive.memos(ids: [twin.id]).first
  }

  private func copyAudio(of recording: Recording) async throws -> LibraryProblem? {
    let source = folder.audioFile(named: recording.audio.fileName)
    let destination = target.audioFile(named: recording.audio.fileName)
    var sha256 = recording.audio.sha256
    if sha256.isEmpty { sha256 = try await audioFile.checksum(of: source).sha256 }
    if try await soundFiles.exists(destination) {
      guard try await audioFile.checksum(of: destination).sha256 == sha256
      else { throw AudioFileError.destinationExists(path: destination.path) }
    } else {
      let stored = try await audioFile.copyIn(from: source, to: destination)
      guard stored.sha256 == sha256
      else {
        await soundFiles.delete(destination)
        return .changedSound(of: recording, fix: "'speechmemo restore' replaces it from a backup")
      }
    }
    // If killed before the row exists, `recover` reads the details from this file.
    try MemoFiles(target).write(recording)
    return nil
  }

  private func remove(_ memo: ArchivedMemo) async throws {
    try await database.archive.remove(memo: memo)
    MoveCheckpoint.delete(of: memo.recording.id, in: folder)
    await delete(memo.recording, in: folder)
  }

  private func delete(_ recording: Recording, in library: LibraryFolder) async {
    await soundFiles.delete(library.audioFile(named: recording.audio.fileName))
    MemoFiles(library).delete(forAudio: recording.audio.fileName)
  }
}

extension LibraryProblem {
  fileprivate static func twin(
    of recording: Recording, _ match: Recording, in targetName: String
  ) -> Self {
    let isSame = recording.id == match.id
    return Self(
      .twin,
      isSame
        ? "\(recording.name) is also in \(targetName), but differs there"
        : "\(recording.name) has the same audio as \(match.name) in \(targetName)",
      fix: "compare them, and delete one", file: recording.audio.fileName, id: recording.id)
  }
}
