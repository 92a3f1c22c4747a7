import Foundation
import POSIX

/// A file that appears under its name complete and durable, or not at all. It is unnamed until
/// published where possible; elsewhere, deinit or the next export removes its temporary name.
struct NewFile: ~Copyable {
  let descriptor: Descriptor
  private let replaces: Bool
  private let url: URL
  private var temporaryPath: String?

  private var folder: URL { url.deletingLastPathComponent() }

  /// With `replacing`, replaces an existing file, or the target of a symbolic link.
  init(at url: URL, replacing: Bool = false, canBeNameless: Bool = true) throws {
    let url = try Self.place(url, replacing: replacing)
    let folder = try url.deletingLastPathComponent().filePath
    let nameless = canBeNameless ? try Self.nameless(in: folder) : nil
    var path: String?
    descriptor =
      if let nameless {
        nameless
      } else {
        try Self.named(in: folder, &path)
      }
    replaces = replacing
    temporaryPath = path
    self.url = url
  }

  deinit {
    if let temporaryPath { try? removeFile(temporaryPath) }
  }

  mutating func publish() throws {
    // Opened first: a folder that can't be synced gets no file.
    let folder = try OpenFolder(folder.filePath)
    try descriptor.sync()
    if replaces, temporaryPath == nil {
      // Only a named file can replace another.
      try? descriptor.lock(.exclusive)
      let path = try TemporaryFiles.newPath(in: url.deletingLastPathComponent().filePath)
      try descriptor.link(to: path)
      temporaryPath = path
    }
    if let temporaryPath {
      if replaces {
        try POSIX.rename(temporaryPath, to: url.filePath)
      } else {
        try Self.rename(temporaryPath, toFree: url.filePath)
      }
      self.temporaryPath = nil
    } else {
      try descriptor.link(to: url.filePath)
    }
    try folder.sync()
  }

  private static func named(in folder: String, _ path: inout String?) throws -> Descriptor {
    while true {
      let new = TemporaryFiles.newPath(in: folder)
      let file = try Descriptor(new, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666)
      try? file.lock(.exclusive)
      // Another process may have removed it before it was locked.
      guard try file.status().st_nlink > 0 else { continue }
      path = new
      return file
    }
  }

  private static func nameless(in folder: String) throws -> Descriptor? {
    do throws(SystemError) {
      return try Descriptor(namelessIn: folder, mode: 0o666)
    } catch {
      guard [EISDIR, EOPNOTSUPP, ENOENT, EINVAL].contains(error.code)
      else { throw error }
      return nil
    }
  }

  private static func place(_ url: URL, replacing: Bool) throws -> URL {
    let path = try url.filePath
    guard replacing
    else {
      guard (try? fileStatus(of: path, followingLinks: false)) == nil
      else { throw SystemError(code: EEXIST) }
      return url
    }
    let end = realPath(of: path).map { URL(fileURLWithPath: $0) } ?? url
    guard let status = try? fileStatus(of: end.filePath, followingLinks: false)
    else { return end }
    guard status.st_mode & S_IFMT != S_IFDIR
    else { throw SystemError(code: EISDIR) }
    // Renaming over a pipe or socket would leave its other end waiting forever.
    guard status.st_mode & S_IFMT == S_IFREG
    else { throw SystemError(code: ENXIO) }
    return end
  }

  private static func rename(
    _ path: String, toFree name: String
  ) throws(SystemError) {
    do throws(SystemError) {
      try POSIX.link(path, to: name)
      try? removeFile(path)
    } catch {
      // File systems such as a memory card's have no hard links.
      guard [EPERM, EOPNOTSUPP, ENOSYS].contains(error.code)
      else { throw error }
      try POSIX.rename(path, to: name)
    }
  }
}
