import DatabaseClient
import FileStorage
import Foundation
import LibraryFolder
import SharedModels

/// A memo that is just being moved, as it was brought to the other library.
///
/// A move that is killed may leave it in both. If it is then changed in one of them, nothing but this
/// tells which of the two is newer: the one that is not like it. Each memo has a file of its own, so
/// that it stays until that memo's move is finished, whatever else is moved before.
struct MovedCopy: Codable {
  private let recording: Recording
  private let transcriptions: [Transcription]

  init(of memo: ArchivedMemo) {
    recording = memo.recording
    transcriptions = memo.transcriptions
  }

  /// The one of a memo that a move has left in a library; `nil` where there is none, or none that can
  /// be read.
  init?(of id: Recording.ID, in library: LibraryFolder) {
    guard let data = try? FileStorage.fileSystem.read(Self.file(of: id, in: library)).data,
      let copy = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    self = copy
  }

  /// Whether nobody has changed a memo since.
  func isSame(as memo: ArchivedMemo) -> Bool {
    let copy = ArchivedMemo(recording: recording, transcriptions: transcriptions)
    return copy.holds(memo) && memo.holds(copy)
  }

  /// - Throws: `FileStorageError`, `LibraryFolderError`.
  func keep(in library: LibraryFolder) throws {
    try LibraryFolder.make(library.moving)
    // Its dates have to be those of the databases to the last digit, as numbers are.
    try FileStorage.fileSystem.write(
      try JSONEncoder().encode(self), to: Self.file(of: recording.id, in: library))
  }

  static func delete(of id: Recording.ID, in library: LibraryFolder) {
    _ = try? FileStorage.fileSystem.delete(file(of: id, in: library))
  }

  /// The memos that moves have left some of in a library.
  static func ids(in library: LibraryFolder) -> Set<Recording.ID> {
    Set(
      library.moving.names.compactMap { name in
        UUID(uuidString: URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent)
          .map { Recording.ID($0) }
      })
  }

  private static func file(of id: Recording.ID, in library: LibraryFolder) -> URL {
    library.moving.appendingPathComponent("\(id.rawValue.uuidString.lowercased()).json")
  }
}
