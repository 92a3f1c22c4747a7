import AudioFileClient
import DatabaseClient
import Dependencies
public import Foundation
public import ImportCore
import LibraryFolder
public import SharedModels
import SoundCore

/// Saves a recording as a memo in the library.
///
/// When a recording ends, this is written, in this order:
///
/// 1. `AudioRecorderClient.startRecording` syncs the draft, to which the samples were appended.
/// 2. It encodes the draft as FLAC, into a file in `LibraryFolder.drafts`, and syncs that. Then it
///    deletes the draft.
/// 3. ``save(_:date:device:title:job:)`` takes the `ImportLock`, so that no recovery takes the file,
///    probes the file, and computes its checksum.
/// 4. `SoundFiles` moves the file to `LibraryFolder.audio`, named by the memo's id, and syncs both
///    folders. It is moved, not copied: there is never less than one file of it, and the disk need
///    not have room for two.
/// 5. `DatabaseClient.insert` commits the memo and the job to transcribe it, in one transaction.
/// 6. `save` returns, and the person is told that the memo is saved.
///
/// A crash before step 2 is done leaves a draft, which ``UnsavedRecordings/cutShort()`` encodes; one
/// before step 4 leaves a whole recording, which ``UnsavedRecordings/all()`` finds; one before
/// step 5 leaves a file that no memo refers to, which ``OrphanedAudio`` finds.
public struct RecordingSaver: Sendable {
  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.soundFiles) private var soundFiles
  @Dependency(\.uuid) private var uuid

  public init() {}

  /// Where the next recording goes until it is a memo. Makes the folder.
  ///
  /// - Throws: `LibraryFolderError`.
  public func newFile() throws -> URL {
    try DraftFiles().newRecording()
  }

  /// Saves the recording as a memo, with the job to transcribe it.
  ///
  /// When this returns, file and rows are on the disk: a crash of the machine takes neither. When
  /// it throws, the recording is in one of the library's folders, where ``UnsavedRecordings`` or
  /// ``OrphanedAudio`` finds it.
  ///
  /// - Parameters:
  ///   - file: The recording; it is moved.
  ///   - date: When it was begun.
  ///   - device: What it was recorded from.
  ///   - title: The memo's title.
  ///   - job: What to ask of the speech engine, or `nil` to leave the memo without a transcript.
  public func save(
    _ file: URL, date: Date, device: String?, title: String, job: JobRequest?
  ) async throws -> Recording {
    try await save(file, date: date, device: device, title: title, job: job, trashedAt: nil)
  }

  /// Saves a recording that nobody wants as ``save(_:date:device:title:job:)`` does, but as a memo in
  /// the trash, without a transcript. Where a memo of the library has the same bytes, it is that one.
  public func discard(
    _ file: URL, date: Date, device: String?, title: String
  ) async throws -> Recording {
    try await save(file, date: date, device: device, title: title, job: nil, trashedAt: now)
  }

  /// Takes a memo that was discarded out of the trash, with the job to transcribe it.
  ///
  /// - Throws: `DatabaseError`. Where only the job could not be added, the memo is in the library.
  public func restore(_ recording: Recording, job: JobRequest) async throws -> Recording {
    try await database.restore(ids: [recording.id])
    try await database.enqueue(job: job.job(for: recording.id, id: uuid(), at: now))
    var restored = recording
    restored.transcription = .queued
    restored.trashedAt = nil
    return restored
  }

  private func save(
    _ file: URL, date: Date, device: String?, title: String, job: JobRequest?, trashedAt: Date?
  ) async throws -> Recording {
    // A recovery would take the moved file for one that a crash has left behind. It is soon done.
    var lock = try ImportLock(.together, in: folder.root)
    while lock == nil {
      try await clock.sleep(for: .milliseconds(100))
      lock = try ImportLock(.together, in: folder.root)
    }
    defer { withExtendedLifetime(lock) {} }
    let info = try await audioFile.probe(url: file)
    let stored = try await audioFile.checksum(of: file)
    try LibraryFolder.make(folder.audio)
    let id = Recording.ID(uuid())
    let fileName = "\(id.rawValue.uuidString.lowercased()).\(info.format.fileExtension)"
    try await soundFiles.move(file, folder.audioFile(named: fileName))
    let recording = Recording(
      id: id,
      audio: AudioFile(
        byteCount: stored.byteCount, channelCount: info.channelCount, fileName: fileName,
        format: info.format, sampleRate: info.sampleRate, sha256: stored.sha256),
      date: date,
      duration: info.duration,
      provenance: .recorded(device: device),
      title: title,
      transcription: job == nil ? .none : .queued,
      trashedAt: trashedAt)
    do {
      try await database.insert(recording, job.map { $0.job(for: id, id: uuid(), at: now) })
    } catch DatabaseError.alreadyThere(let sha256) {
      // Two silent recordings are identical.
      guard let twin = try await database.recordingWithChecksum(sha256)
      else { throw DatabaseError.alreadyThere(sha256: sha256) }
      await soundFiles.delete(folder.audioFile(named: fileName))
      return twin
    }
    return recording
  }
}
