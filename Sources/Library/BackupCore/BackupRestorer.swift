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

/// Takes the memos of a backup into the library, which may have memos of its own.
///
/// A memo that is there already, by its id or its bytes, stays as it is; but lost or damaged sound is
/// replaced, and where it has no transcript it gets the backup's. The backup is not changed. Killed
/// at any moment, the next run goes on.
public struct BackupRestorer: Sendable {
  /// What became of the memos of a backup.
  public struct Outcome: Equatable, Sendable {
    /// How many were added.
    public var addedCount = 0
    /// How many were there already, or had the same sound as one that was.
    public var existingCount = 0
    /// How many of those got a transcript, which they had not.
    public var transcribedCount = 0
    /// How many of those got their sound back.
    public var repairedCount = 0
    /// Whether the settings are the backup's now.
    public var hasSettings = false
    /// What could not be restored.
    public var problems: [LibraryProblem] = []
  }

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.soundFiles) private var soundFiles

  public init() {}

  /// How many memos are read and added at a time.
  private static let batchSize = 16

  /// Restores the backup in a folder.
  ///
  /// - Throws: ``BackupFailure``, `ImportFailure.recovering`, `DatabaseError`, `AudioFileError`,
  ///   `FileStorageError`. What was restored until then is whole, and stays.
  public func callAsFunction(from url: URL) async throws -> Outcome {
    let place = BackupPlace(url)
    guard let manifest = try BackupManifest.read(from: url), let file = manifest.database
    else { throw BackupFailure.none(path: url.path) }
    for file in manifest.files {
      if let problem = try await place.problem(with: file) { throw problem }
    }
    let backup = database.contents(of: place.file(file.file))
    let memos = try await backup.recordings(matching: RecordingQuery(place: nil))
    guard let lock = try ImportLock(.together, in: folder.root)
    else { throw ImportFailure.recovering }
    defer { withExtendedLifetime(lock) {} }
    var outcome = Outcome()
    if try await database.recordings(matching: RecordingQuery(place: nil, limit: 1)).isEmpty {
      outcome.hasSettings = try restoreDocuments(of: manifest, in: place)
    }
    try LibraryFolder.make(folder.audio)
    // The oldest first, as they came; so the newest will be found first.
    var rest = memos.reversed().map(\.id)[...]
    while !rest.isEmpty {
      try Task.checkCancellation()
      let batch = try await backup.archived(ids: Array(rest.prefix(Self.batchSize)))
      rest = rest.dropFirst(Self.batchSize)
      try await restore(batch, from: place, &outcome)
    }
    return outcome
  }

  private func restore(
    _ memos: [ArchivedMemo], from place: BackupPlace, _ outcome: inout Outcome
  ) async throws {
    var ready: [ArchivedMemo] = []
    for memo in memos {
      let recording = memo.recording
      if let there = try await existing(recording) {
        try await repair(there, from: place.sound(recording.audio.fileName), &outcome)
        ready.append(memo)
      } else if try await takeSound(of: recording, from: place, &outcome) {
        ready.append(memo)
      }
    }
    for adoption in try await database.adopt(memos: ready) {
      switch adoption {
      case .added: outcome.addedCount += 1
      case .alreadyThere: outcome.existingCount += 1
      case .transcribed:
        outcome.existingCount += 1
        outcome.transcribedCount += 1
      }
    }
  }

  /// The memo that is there in its place.
  private func existing(_ recording: Recording) async throws -> Recording? {
    let same = try await database.recordings(
      matching: RecordingQuery(ids: [recording.id], place: nil)
    ).first
    if let same { return same }
    guard !recording.isTrashed, !recording.audio.sha256.isEmpty
    else { return nil }
    return try await database.recordingWithChecksum(recording.audio.sha256)
  }

  /// Copies a new memo's sound, and what it is called, into the library.
  ///
  /// - Returns: Whether it is there, as it was when it was saved.
  private func takeSound(
    of recording: Recording, from place: BackupPlace, _ outcome: inout Outcome
  ) async throws -> Bool {
    let source = place.sound(recording.audio.fileName)
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
    // Killed before the row is there, 'recover' knows what it is.
    try MemoFiles(folder).write(recording)
    return true
  }

  /// Sound that a killed restoration has left there is as good as a new copy.
  private func copy(_ source: URL, to target: URL) async throws -> StoredAudio {
    do {
      return try await audioFile.copyIn(from: source, to: target)
    } catch AudioFileError.destinationExists {
      let stored = try await audioFile.checksum(of: source)
      let there = try await audioFile.checksum(of: target)
      guard stored != there
      else { return stored }
      throw AudioFileError.destinationExists(path: target.path)
    }
  }

  /// Replaces sound of a memo that is there, if it is lost or damaged and the backup has it whole.
  private func repair(
    _ recording: Recording, from source: URL, _ outcome: inout Outcome
  ) async throws {
    let sha256 = recording.audio.sha256
    let target = folder.audioFile(named: recording.audio.fileName)
    guard !sha256.isEmpty, try await checksum(of: target) != sha256,
      try await checksum(of: source) == sha256
    else { return }
    // What takes its place has just been found whole.
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

  /// - Returns: Whether there were settings, where the library has none.
  private func restoreDocuments(of manifest: BackupManifest, in place: BackupPlace) throws -> Bool {
    var hasSettings = false
    for target in folder.documents {
      guard let file = manifest.files.first(where: { $0.name == target.lastPathComponent }),
        let data = try FileStorage.fileSystem.read(place.file(file.file)).data,
        !isThere(target.path)
      else { continue }
      try LibraryFolder.make(folder.root)
      try FileStorage.fileSystem.write(data, to: target)
      hasSettings = hasSettings || target == folder.settings
    }
    return hasSettings
  }
}
