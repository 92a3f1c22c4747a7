public import Glibc

/// Creates a hard link. Throws `EEXIST` if the new name is taken.
public func link(
  _ path: String, to newPath: String
) throws(SystemError) {
  try SystemError.check { Glibc.link(path.systemPath, newPath.systemPath) }
  SystemCall.note(.named(newPath))
}

/// Replaces a file at the new path. Not durable by itself: see ``moveDurably(_:to:)``.
public func rename(
  _ path: String, to newPath: String
) throws(SystemError) {
  try SystemError.check { Glibc.rename(path.systemPath, newPath.systemPath) }
  SystemCall.note(.moved(from: path, to: newPath))
}

public func touch(_ path: String) throws(SystemError) {
  try SystemError.check { utimensat(AT_FDCWD, path.systemPath, nil, 0) }
}

public func setModificationTime(
  of path: String, to time: timespec
) throws(SystemError) {
  try SystemError.check { utimensat(AT_FDCWD, path.systemPath, [time, time], 0) }
}

/// Moves a file within its file system, durably: a crash leaves it complete under one name. Throws
/// `EEXIST` or `EXDEV`; the file has not moved unless syncing a folder failed.
public func moveDurably(_ path: String, to newPath: String) throws(SystemError) {
  let (from, to) = (folder(of: path), folder(of: newPath))
  // Opened first, so that failures happen before the file moves.
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
