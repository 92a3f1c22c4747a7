import AudioFileClient
import DatabaseClient
import Dependencies
public import Foundation
import LibraryFolder
import POSIX
public import SharedModels
import SoundCore

/// Imports a file: first its audio, then its rows, so that no memo lacks its audio.
public struct Importer: Sendable {
  public enum Outcome: Equatable, Sendable {
    /// `isTruncated` if the file is shorter than it declares; the memo has the part that exists.
    case added(Recording, isTruncated: Bool = false, dateSource: DateSource = .given)
    case alreadyExists(Recording)

    public var recording: Recording {
      switch self {
      case .added(let recording, _, _), .alreadyExists(let recording): recording
      }
    }
  }

  public enum DateSource: String, Sendable {
    case given, imported, metadata, modified, name
  }

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.soundFiles) private var soundFiles
  @Dependency(\.timeZone) private var timeZone
  @Dependency(\.uuid) private var uuid

  public init() {}

  /// Creates a memo and its transcription job, durably. The source is never changed. An error
  /// leaves the library unchanged; after a lost connection, import the file again.
  public func callAsFunction(
    _ source: URL, named name: String? = nil, details: MemoDetails = MemoDetails(),
    job: JobRequest? = .fromSettings
  ) async throws -> Outcome {
    guard let lock = try ImportLock(.shared, in: folder.root)
    else { throw ImportFailure.recovering }
    defer { withExtendedLifetime(lock) {} }
    return try await importFile(source, named: name, details: details, job: job)
  }

  /// For holders of an ``ImportLock``. With `moves`, moves the source, and keeps it if this throws.
  public func importFile(
    _ source: URL, named name: String?, details: MemoDetails = MemoDetails(), job: JobRequest?,
    moves: Bool = false
  ) async throws -> Outcome {
    var job = job
    let info = try await audioFile.probe(url: source.audioTrack(job?.settings.track))
    if let track = info.track { job?.settings.track = track }
    if !moves, let id = details.id, let memo = try await database.recording(id: id) {
      guard try await audioFile.checksum(of: source).sha256 == memo.audio.sha256
      else { throw ImportFailure.idTaken(id) }
      return .alreadyExists(memo)
    }
    try LibraryFolder.make(folder.audio)
    let id = details.id ?? Recording.ID(uuid())
    let fileName = "\(id.text).\(info.format.fileExtension)"
    let destination = folder.audioFile(named: fileName)
    let stored = try await store(source, at: destination, moves: moves)
    var isGiven = false
    do {
      // Recordings are new. Asking an unreachable server would fail before the insert keeps them.
      if !moves, let twin = try await database.recordingWithChecksum(stored.sha256) {
        let file = folder.audioFile(named: twin.audio.fileName)
        if try await soundFiles.exists(file) {
          await soundFiles.delete(destination)
        } else {
          // That memo has lost its audio file: this one replaces it.
          try await soundFiles.move(destination, file)
        }
        return .alreadyExists(twin)
      }
      let originalName = name ?? source.lastPathComponent.showingBytes
      let originalDate =
        name == nil ? source.modificationDate : details.provenance?.originalDate
      let (date, dateSource) = self.date(details, info, name: originalName, modified: originalDate)
      var recording = Recording(
        id: id,
        audio: AudioFile(
          byteCount: stored.byteCount, channelCount: info.channelCount, fileName: fileName,
          format: info.format, sampleRate: info.sampleRate, sha256: stored.sha256),
        // To the millisecond, as it is printed, so that a filter with the printed date matches.
        date: Date(iso8601: date.iso8601) ?? date,
        duration: info.duration,
        isFavorite: details.isFavorite,
        provenance: details.provenance ?? .imported(fileName: originalName, date: originalDate),
        tags: details.tags,
        title: Self.title(details.title ?? "")
          ?? (moves ? nil : Self.title(forFileName: originalName)) ?? "Untitled",
        transcription: details.transcription != nil ? .done : job == nil ? .none : .queued,
        trashedAt: details.trashedAt)
      var transcription = details.transcription
      transcription?.repairTimes(within: info.duration)
      if let transcription, details.title == nil,
        let title = SpokenTitle(for: recording, saying: transcription.words)
      {
        recording.title = title.text
      }
      isGiven = true
      return try await add(
        recording, transcription, job: job, isTruncated: isTruncated(info), dateSource: dateSource)
    } catch {
      // The insert may have succeeded, so the audio stays. `recover` finds it if not.
      if case DatabaseError.unreachable = error, isGiven { throw error }
      if !moves { await soundFiles.delete(destination) }
      throw error
    }
  }

  /// Adds a memo with audio in place, or deletes the file and returns the memo that has its audio.
  public func add(
    _ recording: Recording, _ transcription: Transcription? = nil, job: JobRequest?,
    isTruncated: Bool = false, dateSource: DateSource = .given
  ) async throws -> Outcome {
    do {
      if let transcription {
        try await database.insertTranscribed(
          memos: [TranscribedMemo(recording: recording, transcription: transcription)])
      } else {
        try await database.insert(
          recording, job.map { $0.job(for: recording.id, id: uuid(), at: now) })
      }
      SpaceReserve(folder: folder).fill()
      return .added(recording, isTruncated: isTruncated, dateSource: dateSource)
    } catch DatabaseError.alreadyExists(let sha256) {
      guard let twin = try await database.recordingWithChecksum(sha256)
      else { throw DatabaseError.alreadyExists(sha256: sha256) }
      await soundFiles.delete(folder.audioFile(named: recording.audio.fileName))
      return .alreadyExists(twin)
    }
  }

  private func store(
    _ source: URL, at destination: URL, moves: Bool
  ) async throws -> StoredAudio {
    guard moves
    else { return try await audioFile.copyIn(from: source, to: destination) }
    let stored = try await audioFile.checksum(of: source)
    try await soundFiles.move(source, destination)
    return stored
  }

  /// Decoders may drop some hundredths of a second that the file declares.
  private func isTruncated(_ info: AudioFileInfo) -> Bool {
    let declared = info.declaredDuration ?? .seconds(Int64.max)
    return info.isTruncated && declared - info.duration > .milliseconds(200)
  }

  private func date(
    _ details: MemoDetails, _ info: AudioFileInfo, name: String, modified: Date?
  ) -> (Date, DateSource) {
    if let date = details.date { return (date, .given) }
    // Time zones can't explain a date more than a day ahead, so a clock was wrong.
    let latest = now.addingTimeInterval(86_400)
    if let date = info.creationDate, date < latest { return (date, .metadata) }
    if let date = Date(fileName: name, in: details.timeZone ?? timeZone), date < latest {
      return (date, .name)
    }
    return modified.map { ($0, .modified) } ?? (now, .imported)
  }

  private static func title(forFileName name: String) -> String? {
    title(URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent)
  }

  private static func title(_ text: String) -> String? {
    let words = text.split { $0.isWhitespace || $0.isNewline }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

public struct MemoDetails: Equatable, Sendable {
  /// `nil` for the date in the file's metadata, in its name, or of its last change.
  public var date: Date?
  /// An existing memo with this id must have the same audio.
  public var id: Recording.ID?
  public var isFavorite: Bool
  public var provenance: Provenance?
  public var tags: [String]
  /// The zone of a time in the file's name; `nil` for this machine's.
  public var timeZone: TimeZone?
  public var title: String?
  public var transcription: Transcription?
  public var trashedAt: Date?

  public init(
    title: String? = nil, date: Date? = nil, tags: [String] = [],
    transcription: Transcription? = nil, id: Recording.ID? = nil, isFavorite: Bool = false,
    provenance: Provenance? = nil, timeZone: TimeZone? = nil, trashedAt: Date? = nil
  ) {
    self.date = date
    self.id = id
    self.isFavorite = isFavorite
    self.provenance = provenance
    self.tags = tags
    self.timeZone = timeZone
    self.title = title
    self.transcription = transcription
    self.trashedAt = trashedAt
  }
}

public enum ImportFailure: Error, Equatable, CustomStringConvertible {
  case importing
  case idTaken(Recording.ID)
  case recovering

  public var description: String {
    switch self {
    case .importing: "an import is in progress; try again when it is done"
    case .idTaken(let id):
      "another memo has the id \(id.text); use another id, or omit it"
    case .recovering: "'speechmemo recover' is working on the library; try again when it is done"
    }
  }
}
