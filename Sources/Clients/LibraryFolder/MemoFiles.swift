import FileStorage
import Foundation
public import SharedModels

/// What each memo is called, kept outside the database: a small file for each memo, from which a
/// library without its database is made again.
///
/// A memo's file is `memos/ID.json`, named as its sound in `audio/` is. It holds the title, the date,
/// the tags, the mark, where the memo came from, and the size and checksum of the sound. The database
/// writes it before it commits a new memo or a change of these; so what a person was told of is in
/// the file, which may be one change ahead if the machine stopped in between. It goes when the memo
/// is deleted permanently.
///
/// It is not in the sound's own tags: the sound keeps the bytes that came in, whose checksum is
/// known, and many formats have no tags. It has no transcript, which can be made again, and which
/// would make each edit write it all twice: transcripts are for backups to keep. Nor does it say
/// that a memo is in the trash.
public struct MemoFiles: Sendable {
  private let folder: LibraryFolder

  /// Those of a library.
  public init(_ folder: LibraryFolder) {
    self.folder = folder
  }

  /// Writes a memo's file, if the memo's sound is in the library. When this returns, it is on the
  /// disk.
  ///
  /// - Returns: Whether anything was written: not for a file that is there and the same.
  /// - Throws: `FileStorageError`, `LibraryFolderError`.
  @discardableResult
  public func write(_ recording: Recording) throws -> Bool {
    let sound = folder.audioFile(named: recording.audio.fileName)
    guard try !FileStorage.fileSystem.stamp(of: sound).isMissing
    else { return false }
    var kept = recording
    kept.transcription = .none
    kept.trashedAt = nil
    let data = try JSONEncoder.speechMemo.encode(kept) + Data("\n".utf8)
    let file = file(forSound: recording.audio.fileName)
    guard try FileStorage.fileSystem.read(file).data != data
    else { return false }
    try LibraryFolder.make(folder.memos)
    try FileStorage.fileSystem.write(data, to: file)
    return true
  }

  /// The memo whose sound has that name, as its file has it; `nil` where there is no such file, or
  /// none that can be read.
  public func recording(forSound name: String) -> Recording? {
    guard let data = try? FileStorage.fileSystem.read(file(forSound: name)).data,
      let recording = try? JSONDecoder.speechMemo.decode(Recording.self, from: data),
      recording.audio.fileName == name
    else { return nil }
    return recording
  }

  /// Deletes the file of the memo whose sound has that name, if it is there.
  public func delete(forSound name: String) {
    _ = try? FileStorage.fileSystem.delete(file(forSound: name))
  }

  private func file(forSound name: String) -> URL {
    let stem = folder.audioFile(named: name).deletingPathExtension().lastPathComponent
    return folder.memos.appendingPathComponent("\(stem).json")
  }
}
