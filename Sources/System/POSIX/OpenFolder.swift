public import Glibc

/// An open directory whose entries can be synced to the disk.
///
/// Opening it before a file in it is made or renamed finds what could go wrong while nothing has
/// been changed yet.
public struct OpenFolder: ~Copyable, Sendable {
  /// `nil` for a folder that one may write to and not list: it cannot be opened, and so not synced.
  private let descriptor: Descriptor?

  /// Opens the folder at a path.
  public init(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      descriptor = try Descriptor(path, O_RDONLY | O_DIRECTORY)
    } catch {
      guard error.code == EACCES
      else { throw error }
      descriptor = nil
    }
  }

  /// Syncs the names in this folder to the disk: files that were made, renamed or removed before
  /// this are still so after a crash of the machine.
  public func sync() throws(SystemError) {
    do throws(SystemError) {
      try descriptor?.sync()
    } catch {
      // Some file systems cannot sync a folder, and do not need to.
      guard error.code == EINVAL
      else { throw error }
    }
  }
}

/// Makes a folder, and those above it that are missing, so that they survive a crash of the
/// machine: each is synced into the folder that it is in. One that is there stays as it is.
///
/// - Parameters:
///   - path: The folder.
///   - mode: Its permissions, less what the user's mask takes away. Those above it are open to all
///     whom the mask does not keep out.
/// - Throws: What the system says: `ENOTDIR` where something else is in the folder's place, and
///   `ENOENT` for a link that leads nowhere.
public func makeFolder(_ path: String, mode: mode_t = 0o777) throws(SystemError) {
  if try hasFolder(at: path) { return }
  let parent = folder(of: path)
  try makeFolder(parent)
  // Opened first: a folder that cannot be synced is not made.
  let above = try OpenFolder(parent)
  do throws(SystemError) {
    try SystemError.check { mkdir(path.systemPath, mode) }
    SystemCall.note(.made(folder: path))
  } catch {
    guard error.code == EEXIST
    else { throw error }
    // Another process may have made it first, and may not have synced it yet.
    guard try hasFolder(at: path)
    else { throw SystemError(code: ENOENT) }
  }
  try above.sync()
}

/// The folder that the file at a path is in. That of the root is the root.
func folder(of path: String) -> String {
  let name = path.utf8.reversed().drop { $0 == UInt8(ascii: "/") }
  let above = name.drop { $0 != UInt8(ascii: "/") }
  let rest = above.drop { $0 == UInt8(ascii: "/") }
  guard !rest.isEmpty
  else { return above.isEmpty && !name.isEmpty ? "." : "/" }
  return String(decoding: rest.reversed(), as: UTF8.self)
}

/// - Throws: `ENOTDIR` where something else stands there.
private func hasFolder(at path: String) throws(SystemError) -> Bool {
  let status: stat
  do throws(SystemError) {
    status = try fileStatus(of: path)
  } catch {
    guard error.code == ENOENT
    else { throw error }
    return false
  }
  guard status.st_mode & S_IFMT == S_IFDIR
  else { throw SystemError(code: ENOTDIR) }
  return true
}
