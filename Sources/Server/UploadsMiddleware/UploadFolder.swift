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

  func create(_ upload: UploadDetails, id: UUID) throws {
    try LibraryFolder.make(root)
    let sound = try Descriptor(sound(of: id).path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o600)
    try sound.sync()
    try keep(upload, id: id)
  }

  func keep(_ upload: UploadDetails, id: UUID) throws {
    let data = try JSONEncoder.speechMemo.encode(upload)
    _ = try FileStorage.fileSystem.write(data, to: details(of: id))
  }

  /// `nil` where there is no such upload.
  ///
  /// - Throws: Why it cannot be read. It is not gone then.
  func upload(_ id: UUID) throws -> UploadDetails? {
    guard let data = try FileStorage.fileSystem.read(details(of: id)).data
    else { return nil }
    return try JSONDecoder.speechMemo.decode(UploadDetails.self, from: data)
  }

  /// Keeps others from working on an upload for as long as the value lives; `nil` where somebody is
  /// at it, or has just ended it.
  func lock(_ id: UUID) throws -> Descriptor? {
    let file: Descriptor
    do throws(SystemError) {
      file = try Descriptor(sound(of: id).path, O_WRONLY | O_APPEND)
    } catch {
      if error.code == ENOENT { return nil }
      throw error
    }
    guard try file.lockIfFree(.exclusive), try file.status().st_nlink > 0
    else { return nil }
    return consume file
  }

  /// Takes away what came with a checksum, and was not compared with it: the server has ended before.
  ///
  /// - Parameter file: The upload's, which is locked.
  func dropUnchecked(
    of upload: inout UploadDetails, id: UUID, _ file: borrowing Descriptor
  ) throws {
    guard let byteCount = upload.checkedByteCount
    else { return }
    try SystemError.check { ftruncate(file.number, Int(byteCount)) }
    try file.syncContent()
    upload.checkedByteCount = nil
    try keep(upload, id: id)
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
      // The bytes are what is touched. Whoever works on them keeps them.
      let hasSound = isThere(sound(of: id).path)
      guard name.hasSuffix(".part") || !hasSound
      else { continue }
      let held = hasSound ? try? lock(id) : nil
      if held != nil || !hasSound { remove(id) }
    }
  }
}
