import DatabaseClient
import FileStorage
import Foundation
import LibraryFolder
import SharedModels
import SoundCore

/// A memo as it was copied, to find out which of two copies that a killed move left was edited.
struct MoveCheckpoint: Codable {
  private let recording: Recording
  private let transcriptions: [Transcription]
  /// `nil` if an earlier program made the copy.
  private let versions: [ArchivedVersion]?
  private let summary: Summary?

  init(of memo: ArchivedMemo) {
    recording = memo.recording
    transcriptions = memo.transcriptions
    versions = memo.versions
    summary = memo.summary
  }

  init?(of id: Recording.ID, in library: LibraryFolder) {
    guard let data = try? FileStorage.fileSystem.read(Self.file(of: id, in: library)).data,
      let copy = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    self = copy
  }

  /// `memo` is unchanged since the copy, and `other` has its texts, which recovered memos may lack.
  func isReplaced(_ memo: ArchivedMemo, by other: ArchivedMemo) -> Bool {
    let copy = ArchivedMemo(
      recording: recording, transcriptions: transcriptions, versions: versions ?? [],
      summary: summary)
    let ids = other.transcriptions.map(\.id)
    return copy.holds(memo) && memo.holds(copy)
      && copy.transcriptions.allSatisfy { ids.contains($0.id) }
      && copy.versions.allSatisfy(other.versions.contains)
  }

  func save(in library: LibraryFolder) throws {
    try LibraryFolder.make(library.moving)
    // Dates are encoded as numbers: they must equal the databases' to the last digit.
    try FileStorage.fileSystem.write(
      try JSONEncoder().encode(self), to: Self.file(of: recording.id, in: library))
  }

  static func delete(of id: Recording.ID, in library: LibraryFolder) {
    _ = try? FileStorage.fileSystem.delete(file(of: id, in: library))
  }

  static func ids(in library: LibraryFolder) -> Set<Recording.ID> {
    Set(
      library.moving.fileNames.compactMap { name in
        UUID(uuidString: URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent)
          .map { Recording.ID($0) }
      })
  }

  private static func file(of id: Recording.ID, in library: LibraryFolder) -> URL {
    library.moving.appendingPathComponent("\(id.text).json")
  }
}
