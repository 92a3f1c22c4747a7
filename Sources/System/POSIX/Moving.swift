import Glibc

/// Gives a file a second name on the same file system, unless something has that: `EEXIST`.
public func link(
  _ path: String, to newPath: String
) throws(SystemError) {
  try SystemError.check { Glibc.link(path.systemPath, newPath.systemPath) }
  SystemCall.note(.named(newPath))
}

/// Gives a file another name on the same file system. What has that name already is replaced.
///
/// After a crash of the machine it may have either name, unless the folders have been synced by
/// then: see ``moveDurably(_:to:)``.
public func rename(
  _ path: String, to newPath: String
) throws(SystemError) {
  try SystemError.check { Glibc.rename(path.systemPath, newPath.systemPath) }
  SystemCall.note(.moved(from: path, to: newPath))
}

/// Gives a file the present as the date of its last change.
public func touch(_ path: String) throws(SystemError) {
  try SystemError.check { utimensat(AT_FDCWD, path.systemPath, nil, 0) }
}

/// Moves a file so that it survives a crash of the machine: when this returns, its content and its
/// new name are on the disk. A crash before that leaves it whole, under one of the two names.
///
/// Its content is synced, then it is renamed, then the folder that it is in now is synced, and then
/// the one that it was in.
///
/// - Parameters:
///   - path: The file.
///   - newPath: Its new path, on the same file system.
/// - Throws: What the system says: `EEXIST` where something has the new name, `EXDEV` where that is
///   on another file system. The file is where it was, unless the sync of a folder failed.
public func moveDurably(_ path: String, to newPath: String) throws(SystemError) {
  let (from, to) = (folder(of: path), folder(of: newPath))
  // Opened first: what can go wrong should do so while the file is in its place.
  let file = try Descriptor(path, O_RDONLY)
  let newFolder = try OpenFolder(to)
  let oldFolder = from == to ? nil : try OpenFolder(from)
  try file.sync()
  guard (try? fileStatus(of: newPath, followingLinks: false)) == nil
  else { throw SystemError(code: EEXIST) }
  try rename(path, to: newPath)
  try newFolder.sync()
  try oldFolder?.sync()
}
