public import Glibc

/// A folder whose entries can be synced. Open it before a change, so that errors come before it.
public struct OpenFolder: ~Copyable, Sendable {
  /// `nil` if the folder is writable but not readable: it can't be opened, and so not synced.
  private let descriptor: Descriptor?

  public init(_ path: String) throws(SystemError) {
    do throws(SystemError) {
      descriptor = try Descriptor(path, O_RDONLY | O_DIRECTORY)
    } catch {
      guard error.code == EACCES
      else { throw error }
      descriptor = nil
    }
  }

  public func sync() throws(SystemError) {
    do throws(SystemError) {
      try descriptor?.sync()
    } catch {
      // Some file systems cannot sync a folder, and need not.
      guard error.code == EINVAL
      else { throw error }
    }
  }
}

/// Creates a folder and its missing parents, each synced into its parent. `mode` applies to the
/// last one only. Throws `ENOTDIR` if something else has the path, `ENOENT` for a broken link.
public func makeFolder(_ path: String, mode: mode_t = 0o777) throws(SystemError) {
  if try hasFolder(at: path) { return }
  let parent = folder(of: path)
  try makeFolder(parent)
  let above = try OpenFolder(parent)
  do throws(SystemError) {
    try SystemError.check { mkdir(path.systemPath, mode) }
    SystemCall.note(.made(folder: path))
  } catch {
    guard error.code == EEXIST
    else { throw error }
    // Another process may have created it and not synced it yet.
    guard try hasFolder(at: path)
    else { throw SystemError(code: ENOENT) }
  }
  try above.sync()
}

func folder(of path: String) -> String {
  let name = path.utf8.reversed().drop { $0 == UInt8(ascii: "/") }
  let above = name.drop { $0 != UInt8(ascii: "/") }
  let rest = above.drop { $0 == UInt8(ascii: "/") }
  guard !rest.isEmpty
  else { return above.isEmpty && !name.isEmpty ? "." : "/" }
  return String(decoding: rest.reversed(), as: UTF8.self)
}

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
