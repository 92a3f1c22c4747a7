import AudioFileClient
import DatabaseClient
import Dependencies
import FileStorage
public import Foundation
import ImportCore
import LibraryFolder
import POSIX
import SharedModels
import SoundCore

/// Adds a backup's memos. Existing ones get back lost audio, a transcript and the user's changes.
public struct BackupRestorer: Sendable {
  /// Whose edits, titles, tags, and dates to use where the user made both.
  public enum Precedence: Sendable {
    case backup, library
  }

  public struct Outcome: Equatable, Sendable {
    public var addedCount = 0
    public var existingCount = 0
    public var transcribedCount = 0
    public var updatedCount = 0
    public var repairedCount = 0
    public var hasSettings = false
    public var problems: [LibraryProblem] = []
  }

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.soundFiles) private var soundFiles

  public init() {}

  private static let batchSize = 16

  /// - Parameter resolve: Decides for memos changed in both. Nothing has changed if it throws.
  /// - Throws: ``BackupFailure``, `ImportFailure.recovering`, `DatabaseError`, `AudioFileError`,
  /// `FileStorageError`. Memos restored before the error stay, and the next run continues.
  public func callAsFunction(
    from url: URL,
    resolve: (_ titles: [String]) async throws -> Precedence = {
      throw BackupFailure.edited(titles: $0)
    },
    onProgress: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> Outcome {
    let backupFolder = BackupFolder(url)
    guard let manifest = try BackupManifest.read(from: url), let file = manifest.database
    else { throw BackupFailure.none(path: url.path) }
    for file in manifest.files {
      if let problem = try await backupFolder.problem(with: file) { throw problem }
    }
    let backup = database.archive.contents(of: backupFolder.file(file.file))
    let memos = try await backup.recordings(matching: RecordingQuery(place: nil))
    let conflicts = try await conflicts(of: memos, in: backup, backupFolder)
    let precedence = conflicts.isEmpty ? .library : try await resolve(conflicts.map(\.title))
    guard let lock = try ImportLock(.shared, in: folder.root)
    else { throw ImportFailure.recovering }
    defer { withExtendedLifetime(lock) {} }
    var outcome = Outcome()
    if try await database.recordings(matching: RecordingQuery(place: nil, limit: 1)).isEmpty {
      outcome.hasSettings = try restoreDocuments(of: manifest, in: backupFolder)
    }
    try LibraryFolder.make(folder.audio)
    // Oldest first, so that the newest is found first.
    var rest = memos.reversed().map(\.id)[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      onProgress(memos.count - rest.count, memos.count)
      let batch = try await backup.archive.memos(ids: Array(rest.prefix(Self.batchSize)))
      rest = rest.dropFirst(Self.batchSize)
      try await restore(batch, from: backupFolder, precedence, &outcome)
    }
    return outcome
  }

  private func conflicts(
    of memos: [Recording], in backup: DatabaseClient, _ backupFolder: BackupFolder
  ) async throws -> [Recording] {
    var conflicts: [Recording] = []
    var rest = memos[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      let batch = rest.prefix(Self.batchSize)
      rest = rest.dropFirst(Self.batchSize)
      var matches: [Recording.ID: Recording.ID] = [:]
      for recording in batch { matches[recording.id] = try await existing(recording)?.id }
      let library = try await database.archive.memos(ids: Array(matches.values))
      for memo in try await backup.archive.memos(ids: Array(matches.keys)) {
        let match = library.first { $0.recording.id == matches[memo.recording.id] }
        if let match, try await !merge(memo, match, backupFolder).conflicts.isEmpty {
          conflicts.append(match.recording)
        }
      }
    }
    return conflicts.sorted { $0.date > $1.date }
  }

  private func restore(
    _ memos: [ArchivedMemo], from backupFolder: BackupFolder, _ precedence: Precedence,
    _ outcome: inout Outcome
  ) async throws {
    var ready: [ArchivedMemo] = []
    for memo in memos {
      let recording = memo.recording
      if let match = try await existing(recording) {
        try await repair(match, from: backupFolder.audioFile(recording.audio.fileName), &outcome)
        if try await update(match.id, from: memo, backupFolder, precedence) {
          outcome.updatedCount += 1
        }
        ready.append(memo)
      } else if try await restoreAudio(of: recording, from: backupFolder, &outcome) {
        // A killed move may have copied a newer state of the memo, which this one must not replace.
        MoveCheckpoint.delete(of: recording.id, in: folder)
        ready.append(memo)
      }
    }
    for adoption in try await database.archive.adopt(memos: ready) {
      switch adoption {
      case .added: outcome.addedCount += 1
      case .alreadyExists: outcome.existingCount += 1
      case .transcribed:
        outcome.existingCount += 1
        outcome.transcribedCount += 1
      }
    }
  }

  /// Brings back what the user made. Returns `false` if the library has all of it.
  private func update(
    _ id: Recording.ID, from memo: ArchivedMemo, _ backupFolder: BackupFolder,
    _ precedence: Precedence
  ) async throws -> Bool {
    guard let match = try await database.archive.memos(ids: [id]).first
    else { return false }
    let merge = try await merge(memo, match, backupFolder)
    let parts = precedence == .backup ? merge.lost.union(merge.conflicts) : merge.lost
    if !parts.isDisjoint(with: [.date, .tags, .title]) {
      _ = try await database.modify(id: id) { recording in
        if parts.contains(.date) { recording.date = memo.recording.date }
        if parts.contains(.tags) { recording.tags = memo.recording.tags }
        if parts.contains(.title) { recording.title = memo.recording.title }
      }
    }
    // Without a transcript, the memo is about to get the backup's.
    guard let current = match.transcription
    else { return !parts.subtracting([.transcript]).isEmpty }
    if parts.contains(.transcript), let transcript = memo.transcription {
      // An edit adds a version of the text, and names of speakers are not part of the text.
      if transcript.segments != current.segments {
        try await database.editTranscription(
          id: current.id,
          with: TranscriptionEdit(
            position: 0, removed: current.segments, inserted: transcript.segments,
            editedAtBefore: current.editedAt, editedAtAfter: transcript.editedAt))
      }
      try await database.editSpeakers(id: current.id, with: transcript.speakerReplacement)
    }
    return !parts.isEmpty
  }

  private func merge(
    _ memo: ArchivedMemo, _ match: ArchivedMemo, _ backupFolder: BackupFolder
  ) async throws -> MemoMerge {
    var merge = MemoMerge(backup: memo, library: match)
    if memo.recording.date != match.recording.date {
      let audio = backupFolder.audioFile(memo.recording.audio.fileName)
      do {
        merge.created = try await audioFile.probe(url: audio).creationDate
      } catch is AudioFileError {}
    }
    return merge
  }

  private func existing(_ recording: Recording) async throws -> Recording? {
    if let same = try await database.recording(id: recording.id) { return same }
    guard !recording.isTrashed, !recording.audio.sha256.isEmpty
    else { return nil }
    return try await database.recordingWithChecksum(recording.audio.sha256)
  }

  private func restoreAudio(
    of recording: Recording, from backupFolder: BackupFolder, _ outcome: inout Outcome
  ) async throws -> Bool {
    let source = backupFolder.audioFile(recording.audio.fileName)
    let target = folder.audioFile(named: recording.audio.fileName)
    let stored: StoredAudio
    do {
      stored = try await copy(source, to: target)
    } catch AudioFileError.missing(source.path) {
      outcome.problems.append(
        LibraryProblem(
          .missingSound, "\(recording.name): the backup does not contain its audio",
          fix: LibraryProblem.restoreOlder, file: target.lastPathComponent, id: recording.id))
      return false
    }
    guard recording.audio.sha256.isEmpty || stored.sha256 == recording.audio.sha256
    else {
      await soundFiles.delete(target)
      outcome.problems.append(.changedSound(of: recording, fix: LibraryProblem.restoreOlder))
      return false
    }
    // If killed before the row exists, `recover` reads the details from this file.
    try MemoFiles(folder).write(recording)
    return true
  }

  /// Accepts identical audio left by a killed restore.
  private func copy(_ source: URL, to target: URL) async throws -> StoredAudio {
    do {
      return try await audioFile.copyIn(from: source, to: target)
    } catch AudioFileError.destinationExists {
      let stored = try await audioFile.checksum(of: source)
      let existing = try await audioFile.checksum(of: target)
      guard stored != existing
      else { return stored }
      throw AudioFileError.destinationExists(path: target.path)
    }
  }

  private func repair(
    _ recording: Recording, from source: URL, _ outcome: inout Outcome
  ) async throws {
    let sha256 = recording.audio.sha256
    let target = folder.audioFile(named: recording.audio.fileName)
    guard !sha256.isEmpty, try await checksum(of: target) != sha256,
      try await checksum(of: source) == sha256
    else { return }
    await soundFiles.delete(target)
    _ = try await audioFile.copyIn(from: source, to: target)
    outcome.repairedCount += 1
  }

  private func checksum(of file: URL) async throws -> String? {
    do {
      return try await audioFile.checksum(of: file).sha256
    } catch is AudioFileError {
      return nil
    }
  }

  private func restoreDocuments(
    of manifest: BackupManifest, in backupFolder: BackupFolder
  ) throws -> Bool {
    var hasSettings = false
    for target in folder.documents {
      guard let file = manifest.files.first(where: { $0.name == target.lastPathComponent }),
        let data = try FileStorage.fileSystem.read(backupFolder.file(file.file)).data,
        !fileExists(target.path)
      else { continue }
      try LibraryFolder.make(folder.root)
      try FileStorage.fileSystem.write(data, to: target)
      hasSettings = hasSettings || target == folder.settings
    }
    return hasSettings
  }
}
