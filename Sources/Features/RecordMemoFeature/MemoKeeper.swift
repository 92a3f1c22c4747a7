import AudioFileClient
public import AudioRecorderClient
public import ComposableArchitecture
import ImportCore
import LibraryFolder
public import SharedModels

/// What becomes of the files of recordings.
@DependencyClient
public struct MemoKeeper: Sendable {
  /// Deletes a recording that nobody wants.
  public var discard: @Sendable (_ file: URL) async throws -> Void

  /// Makes a memo of a recording, to be transcribed. Its file is moved into the library.
  public var keep: @Sendable (_ sound: RecordedSound) async throws -> Recording

  /// The recordings that a crash has left behind, and those that could not be kept.
  public var leftRecordings: @Sendable () async throws -> [RecoveredRecording]

  /// Where the next recording goes.
  public var newFile: @Sendable () async throws -> URL
}

/// A recording that is to become a memo.
public struct RecordedSound: Equatable, Sendable {
  public var date: Date
  public var device: String?
  public var file: URL
  public var title: String

  public init(date: Date, device: String? = nil, file: URL, title: String) {
    self.date = date
    self.device = device
    self.file = file
    self.title = title
  }
}

extension DependencyValues {
  public var memoKeeper: MemoKeeper {
    get { self[MemoKeeper.self] }
    set { self[MemoKeeper.self] = newValue }
  }
}

extension MemoKeeper: DependencyKey {
  public static var liveValue: Self {
    Self(
      discard: { try FileManager.default.removeItem(at: $0) },
      keep: { sound in
        try await RecordingKeeper()(
          sound.file, date: sound.date, device: sound.device, title: sound.title,
          job: .usual)
      },
      leftRecordings: { try await LeftRecordings()() },
      newFile: { try RecordingKeeper().newFile() })
  }

  public static let testValue = Self()

  /// Makes memos without files.
  public static var previewValue: Self {
    Self(
      discard: { _ in },
      keep: { .preview(title: $0.title, date: $0.date, transcription: .queued) },
      leftRecordings: { [] },
      newFile: { URL(filePath: "/nonexistent/speechmemo/drafts/recording.flac") })
  }
}

private struct LeftRecordings {
  @Dependency(\.audioFile) var audioFile
  @Dependency(\.audioRecorder) var audioRecorder
  @Dependency(\.libraryFolder) var folder

  func callAsFunction() async throws -> [RecoveredRecording] {
    // Whoever keeps a recording just now holds it: its file is not left behind.
    guard let lock = try ImportLock(.alone, in: folder.root)
    else { return [] }
    defer { withExtendedLifetime(lock) {} }
    var found = try await audioRecorder.recoverDrafts(in: folder.drafts)
    let known = Set(found.map(\.url.lastPathComponent))
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.drafts.path)) ?? []
    for name in names.sorted()
    where name.hasPrefix(RecordingKeeper.prefix) && name.hasSuffix(".flac")
      && !known.contains(name)
    {
      let url = folder.drafts.appendingPathComponent(name)
      // One that cannot be read stays where it is.
      guard let info = try? await audioFile.probe(url: url)
      else { continue }
      let date = try? url.resourceValues(forKeys: [.contentModificationDateKey])
        .contentModificationDate
      found.append(RecoveredRecording(date: date, duration: info.duration, url: url))
    }
    return found
  }
}
