import Foundation
import FileStorage
import Hashing
import HTTPMessages
import LibraryFolder
import POSIX
import SharedModels

/// The uploads of a library that are under way: for each a file with what has come, and one with what
/// is known of it.
///
/// What is acknowledged is on the disk. How much has come is the file's own length, so that nothing
/// can be wrong about it after a crash.
struct UploadFolder: Sendable {
  let root: URL

  /// For how long an upload waits for its client.
  static let patience: TimeInterval = 7 * 86_400

  init(_ library: LibraryFolder) {
    root = library.uploads
  }

  func sound(of id: UUID) -> URL { file(id, "part") }

  private func details(of id: UUID) -> URL { file(id, "json") }

  private func file(_ id: UUID, _ ending: String) -> URL {
    root.appendingPathComponent("\(id.uuidString.lowercased()).\(ending)")
  }

  func create(_ upload: Upload, id: UUID) throws {
    try LibraryFolder.make(root)
    let sound = try Descriptor(sound(of: id).path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    try sound.sync()
    try keep(upload, id: id)
  }

  func keep(_ upload: Upload, id: UUID) throws {
    let data = try JSONEncoder.speechMemo.encode(upload)
    _ = try FileStorage.fileSystem.write(data, to: details(of: id))
  }

  /// `nil` where there is no such upload.
  func upload(_ id: UUID) throws -> Upload? {
    guard let data = try? Data(contentsOf: details(of: id))
    else { return nil }
    return try JSONDecoder.speechMemo.decode(Upload.self, from: data)
  }

  /// How much has come: all, where it has become a memo.
  func offset(of id: UUID, _ upload: Upload) throws -> Int64 {
    if upload.memo != nil { return upload.byteCount ?? 0 }
    return Int64(try fileStatus(of: sound(of: id).path).st_size)
  }

  /// Keeps others from working on an upload for as long as the value lives; `nil` where somebody is
  /// at it.
  func lock(_ id: UUID) throws -> Descriptor? {
    let file = try Descriptor(sound(of: id).path, O_WRONLY | O_APPEND)
    guard try file.lockIfFree(.exclusive)
    else { return nil }
    return consume file
  }

  func removeSound(_ id: UUID) {
    try? removeFile(sound(of: id).path)
  }

  func remove(_ id: UUID) {
    removeSound(id)
    try? removeFile(details(of: id).path)
  }

  /// Deletes what nobody has touched for a week.
  func removeForgotten(at now: Date) {
    for name in (try? names(in: root.path)) ?? [] {
      let path = root.appendingPathComponent(name).path
      guard let status = try? fileStatus(of: path),
        now.timeIntervalSince1970 - Double(status.st_mtim.tv_sec) > Self.patience,
        let id = UUID(uuidString: String(name.prefix { $0 != "." }))
      else { continue }
      // The bytes are what is touched.
      if name.hasSuffix(".part") || !isThere(sound(of: id).path) { remove(id) }
    }
  }
}
