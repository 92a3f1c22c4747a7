import AudioFileClient
import DatabaseClient
import Dependencies
public import Foundation
public import ImportCore
import LibraryFolder
public import SharedModels

/// Makes memos of finished recordings. The file is moved, not copied: there is always one of it,
/// and the disk needs no room for two.
public struct RecordingKeeper: Sendable {
  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.uuid) private var uuid

  public init() {}

  /// Where the next recording goes until it is a memo. Makes the folder.
  ///
  /// - Throws: `LibraryFolderError`.
  public func newFile() throws -> URL {
    try DraftFiles().newRecording()
  }

  /// Makes a memo of the recording, and the job to transcribe it.
  ///
  /// When this returns, file and rows are on the disk: a crash of the machine takes neither. When
  /// it throws, the recording is in one of the library's folders, where ``LeftRecordings`` or
  /// ``StrayAudio`` finds it.
  ///
  /// - Parameters:
  ///   - file: The recording; it is moved.
  ///   - date: When it was begun.
  ///   - device: What it was recorded from.
  ///   - title: The memo's title.
  ///   - job: What to ask of the speech engine, or `nil` to leave the memo without a transcript.
  public func callAsFunction(
    _ file: URL, date: Date, device: String?, title: String, job: JobRequest?
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
    try await SoundMover()(file, to: folder.audioFile(named: fileName))
    let recording = Recording(
      id: id,
      audio: AudioFile(
        byteCount: stored.byteCount, channelCount: info.channelCount, fileName: fileName,
        format: info.format, sampleRate: info.sampleRate, sha256: stored.sha256),
      date: date,
      duration: info.duration,
      provenance: .recorded(device: device),
      title: title,
      transcription: job == nil ? .none : .queued)
    do {
      try await database.insert(recording, job.map { $0.job(for: id, id: uuid(), at: now) })
    } catch DatabaseError.alreadyThere(let sha256) {
      // Two silent recordings are identical.
      guard let twin = try await database.recordingWithChecksum(sha256)
      else { throw DatabaseError.alreadyThere(sha256: sha256) }
      try? FileManager.default.removeItem(at: folder.audioFile(named: fileName))
      return twin
    }
    return recording
  }
}
