import DatabaseClient
import FileStorage
import Foundation
import LibraryFolder
import SharedModels

/// The memo that is just being moved, as it was brought to the other library.
///
/// A move that is killed may leave it in both. If it is then changed in one of them, nothing but this
/// tells which of the two is newer: the one that is not like it.
struct MovedCopy: Codable {
  private let recording: Recording
  private let transcriptions: [Transcription]

  init(of memo: ArchivedMemo) {
    recording = memo.recording
    transcriptions = memo.transcriptions
  }

  /// The one that a move has left in a library; `nil` where there is none, or none that can be read.
  init?(in library: LibraryFolder) {
    guard let data = try? FileStorage.fileSystem.read(library.moving).data,
      let copy = try? JSONDecoder().decode(Self.self, from: data)
    else { return nil }
    self = copy
  }

  /// Whether nobody has changed a memo since.
  func isSame(as memo: ArchivedMemo) -> Bool {
    let copy = ArchivedMemo(recording: recording, transcriptions: transcriptions)
    return copy.holds(memo) && memo.holds(copy)
  }

  /// - Throws: `FileStorageError`.
  func keep(in library: LibraryFolder) throws {
    // Its dates have to be those of the databases to the last digit, as numbers are.
    try FileStorage.fileSystem.write(try JSONEncoder().encode(self), to: library.moving)
  }

  static func delete(in library: LibraryFolder) {
    _ = try? FileStorage.fileSystem.delete(library.moving)
  }
}
