import AudioFileClient
import DatabaseClient
import Dependencies
public import Foundation
import LibraryFolder
import POSIX
public import SharedModels
import SoundCore

/// Takes a file into the library: its bytes first, then its rows, so that there is never a memo
/// without its sound.
public struct Importer: Sendable {
  /// What became of a file.
  public enum Outcome: Equatable, Sendable {
    /// It is a new memo, and safe. `isCutOff` where the file ends before its sound does; the memo
    /// is of what is there.
    case added(Recording, isCutOff: Bool = false)
    /// The library already has a file with the same bytes.
    case alreadyThere(Recording)
  }

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.soundFiles) private var soundFiles
  @Dependency(\.uuid) private var uuid

  public init() {}

  /// Makes a memo of the file, and the job to transcribe it.
  ///
  /// When this returns, file and rows are on the disk: a crash of the machine takes neither. When
  /// it throws, the library is as it was, unless a database was lost from sight just as it was to keep
  /// the memo: whoever comes with the same file again is told what has become of it.
  ///
  /// - Parameters:
  ///   - source: The file; it is read, never changed.
  ///   - name: What the file is called, for its title; `nil` to use its own name.
  ///   - details: What is known of the memo beside the file.
  ///   - job: What to ask of the speech engine, or `nil` to leave the memo without a transcript.
  public func callAsFunction(
    _ source: URL, named name: String? = nil, details: MemoDetails = MemoDetails(),
    job: JobRequest? = .usual
  ) async throws -> Outcome {
    guard let lock = try ImportLock(.together, in: folder.root)
    else { throw ImportFailure.recovering }
    defer { withExtendedLifetime(lock) {} }
    return try await importFile(source, named: name, details: details, job: job)
  }

  /// The same for a caller that holds an ``ImportLock``.
  public func importFile(
    _ source: URL, named name: String?, details: MemoDetails = MemoDetails(), job: JobRequest?
  ) async throws -> Outcome {
    let info = try await audioFile.probe(url: source)
    if let id = details.id, let memo = try await memo(id) {
      guard try await audioFile.checksum(of: source).sha256 == memo.audio.sha256
      else { throw ImportFailure.idTaken(id) }
      return .alreadyThere(memo)
    }
    try LibraryFolder.make(folder.audio)
    let id = details.id ?? Recording.ID(uuid())
    let fileName = "\(id.rawValue.uuidString.lowercased()).\(info.format.fileExtension)"
    let destination = folder.audioFile(named: fileName)
    let copy = try await audioFile.copyIn(from: source, to: destination)
    var isGiven = false
    do {
      if let twin = try await database.recordingWithChecksum(copy.sha256) {
        let file = folder.audioFile(named: twin.audio.fileName)
        if try await soundFiles.isThere(file) {
          await soundFiles.delete(destination)
        } else {
          // That memo has lost its audio file: this one replaces it.
          try await soundFiles.move(destination, file)
        }
        return .alreadyThere(twin)
      }
      let originalName = name ?? source.lastPathComponent.showingBytes
      let originalDate = name == nil ? source.modificationDate : nil
      var recording = Recording(
        id: id,
        audio: AudioFile(
          byteCount: copy.byteCount, channelCount: info.channelCount, fileName: fileName,
          format: info.format, sampleRate: info.sampleRate, sha256: copy.sha256),
        date: details.date ?? creationDate(info) ?? originalDate ?? now,
        duration: info.duration,
        isFavorite: details.isFavorite,
        provenance: details.provenance ?? .imported(fileName: originalName, date: originalDate),
        tags: details.tags,
        title: Self.title(details.title ?? "")
          ?? Self.title(forFileName: originalName) ?? "Untitled",
        transcription: details.transcription != nil ? .done : job == nil ? .none : .queued)
      isGiven = true
      if var transcription = details.transcription {
        transcription.repairTimes(within: info.duration)
        if details.title == nil,
          let title = SpokenTitle(for: recording, saying: transcription.words)
        {
          recording.title = title.text
        }
        try await database.insertTranscribed(
          memos: [TranscribedMemo(recording: recording, transcription: transcription)])
      } else {
        try await database.insert(recording, job.map { $0.job(for: id, id: uuid(), at: now) })
      }
      return .added(recording, isCutOff: isCutOff(info))
    } catch DatabaseError.alreadyThere(let sha256) {
      await soundFiles.delete(destination)
      guard let twin = try await database.recordingWithChecksum(sha256)
      else { throw DatabaseError.alreadyThere(sha256: sha256) }
      return .alreadyThere(twin)
    } catch {
      // The memo may have been kept, or be kept only in a moment. Its sound stays: 'recover' finds what
      // no memo has.
      if case DatabaseError.unreachable = error, isGiven { throw error }
      await soundFiles.delete(destination)
      throw error
    }
  }

  private func memo(_ id: Recording.ID) async throws -> Recording? {
    try await database.recordings(matching: RecordingQuery(ids: [id], place: nil)).first
  }

  /// A decoder may swallow some hundredths of a second that the file counts: nothing is lost then.
  private func isCutOff(_ info: AudioFileInfo) -> Bool {
    let declared = info.declaredDuration ?? .seconds(Int64.max)
    return info.isTruncated && declared - info.duration > .milliseconds(200)
  }

  /// When the file says that it was recorded. What lies ahead was said by a clock that is wrong, if
  /// it is more than the zones of the world can explain.
  private func creationDate(_ info: AudioFileInfo) -> Date? {
    info.creationDate.flatMap { $0 < now.addingTimeInterval(86_400) ? $0 : nil }
  }

  /// The name without its ending, on one line.
  private static func title(forFileName name: String) -> String? {
    title(URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent)
  }

  /// The text on one line; `nil` where nothing is written there.
  private static func title(_ text: String) -> String? {
    let words = text.split { $0.isWhitespace || $0.isNewline }
    return words.isEmpty ? nil : words.joined(separator: " ")
  }
}

/// What is known of a memo beside its file.
public struct MemoDetails: Equatable, Sendable {
  /// When it was recorded; `nil` to take what the file says, or else when it was last changed.
  public var date: Date?
  /// Its id; `nil` to give it one. A memo that has the id already must have the same bytes.
  public var id: Recording.ID?
  /// Whether a person has marked it.
  public var isFavorite: Bool
  /// Where it came from; `nil` for the file.
  public var provenance: Provenance?
  /// Its tags.
  public var tags: [String]
  /// Its title; `nil` to make one of the file's name.
  public var title: String?
  /// The transcript that it comes with; `nil` to make one.
  public var transcription: Transcription?

  /// Creates a value from its properties.
  public init(
    title: String? = nil, date: Date? = nil, tags: [String] = [],
    transcription: Transcription? = nil, id: Recording.ID? = nil, isFavorite: Bool = false,
    provenance: Provenance? = nil
  ) {
    self.date = date
    self.id = id
    self.isFavorite = isFavorite
    self.provenance = provenance
    self.tags = tags
    self.title = title
    self.transcription = transcription
  }
}

/// Why something must wait that would change the library's files.
public enum ImportFailure: Error, Equatable, CustomStringConvertible {
  /// Something is being imported, so nothing can be recovered.
  case importing
  /// Another memo has the id.
  case idTaken(Recording.ID)
  /// What was left behind is being recovered.
  case recovering

  public var description: String {
    switch self {
    case .importing: "an import is in progress; try again when it is done"
    case .idTaken(let id):
      "another memo has the id \(id.rawValue.uuidString.lowercased()); use another id, or omit it"
    case .recovering: "'speechmemo recover' is working on the library; try again when it is done"
    }
  }
}
