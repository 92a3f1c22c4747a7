import Foundation
import POSIX

/// One replacement of a file by another.
struct AtomicWrite {
  private let path: FilePath

  init(_ path: FilePath) {
    self.path = path
  }

  func run(_ data: Data) throws -> FileStamp {
    let old = try stat.at(path)
    if let old {
      try old.checkIsRegular()
      // Renaming only checks permissions of the folder, but a file that we may not write must stay
      // unchanged.
      try SystemError.check { faccessat(AT_FDCWD, path.string.systemPath, W_OK, AT_EACCESS) }
    }
    // Opened first: errors should occur while the old file is in place.
    let folder = try OpenFolder(path.folder.string)
    // With an old file, others may not read the new one before it has the old permissions.
    let new = try ReplacementFile(beside: path, mode: old == nil ? 0o666 : 0o600)
    let stamp: FileStamp
    do {
      if let old { try keepAccess(of: old, on: new.file) }
      try new.file.write(data)
      try setPreciseTime(new.file)
      try new.file.sync()
      stamp = try new.file.status().stamp
      try rename(new.path.string, to: path.string)
    } catch {
      try? removeFile(new.path.string)
      throw error
    }
    do throws(SystemError) {
      try folder.sync()
    } catch {
      throw DiskFailure.unsynced(error, written: stamp)
    }
    return stamp
  }

  private func keepAccess(of old: stat, on file: borrowing Descriptor) throws(SystemError) {
    let new = try file.status()
    var mode = old.st_mode & 0o7777
    if new.st_uid != old.st_uid || new.st_gid != old.st_gid {
      if fchown(file.number, old.st_uid, old.st_gid) != 0 {
        // Only root can set the owner. If the group can't be set either, our group gets no more
        // permissions than others had, and set-id bits are cleared.
        mode &= 0o777
        if fchown(file.number, .max, old.st_gid) != 0 {
          mode = mode & ~0o070 | (mode & 0o007) << 3
        }
      }
    }
    try SystemError.check { fchmod(file.number, mode) }
  }

  /// The kernel stamps files with the time of its last tick, and a file system gives a freed inode
  /// to the next file: without the precise time, the last file but one could look like this one.
  private func setPreciseTime(_ file: borrowing Descriptor) throws(SystemError) {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let times = [now, now]
    try SystemError.check { futimens(file.number, times) }
  }
}

/// A file that will replace another, locked while its writer runs: see ``Leftovers``.
private struct ReplacementFile: ~Copyable {
  let path: FilePath
  let file: Descriptor

  init(beside target: FilePath, mode: mode_t) throws(SystemError) {
    while true {
      let number = UInt64.random(in: .min ... .max)
      let path = target.hiddenSibling(
        suffix: ".\(String(number, radix: 16))\(Leftovers.suffix)")
      let file = try Descriptor(
        path.string, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode)
      // Without file locks, leftovers are not removed.
      try? file.lock(.exclusive)
      // Another process may have found it before it was locked, and removed it.
      guard try file.status().st_nlink > 0 else { continue }
      self.path = path
      self.file = file
      return
    }
  }

  deinit { file.unlock() }
}
