public import Glibc

/// What stands at a path.
///
/// - Parameters:
///   - path: The path.
///   - followingLinks: Whether a symbolic link stands for what it leads to.
public func fileStatus(
  of path: String, followingLinks: Bool = true
) throws(SystemError) -> stat {
  var status = stat()
  try SystemError.check {
    fstatat(AT_FDCWD, path.systemPath, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW)
  }
  return status
}

/// Whether something stands at a path, or where the link there leads.
public func isThere(_ path: String) -> Bool { (try? fileStatus(of: path)) != nil }

/// Whether a folder stands at a path, or where the link there leads.
public func isFolder(_ path: String) -> Bool {
  (try? fileStatus(of: path)).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
}

/// Whether what stands somewhere is this user's, and nobody else may do anything with it.
public func isPrivate(_ status: stat) -> Bool {
  status.st_uid == geteuid() && status.st_mode & 0o077 == 0
}

/// Whether a file that this process may run stands at a path.
public func isProgram(_ path: String) -> Bool {
  !isFolder(path) && access(path.systemPath, X_OK) == 0
}

/// The names of what is in a folder, in no order, without `.` and `..`.
public func names(in folder: String) throws(SystemError) -> [String] {
  guard let stream = opendir(folder.systemPath)
  else { throw .latest }
  defer { closedir(stream) }
  var names: [String] = []
  while true {
    errno = 0
    guard let entry = readdir(stream)
    else {
      guard errno == 0
      else { throw .latest }
      return names
    }
    let name = withUnsafeBytes(of: &entry.pointee.d_name) {
      String(systemBytes: $0.prefix { $0 != 0 })
    }
    if name != ".", name != ".." { names.append(name) }
  }
}

/// What is written in the symbolic link at a path.
public func linkTarget(of path: String) throws(SystemError) -> String {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = try SystemError.check { readlink(path.systemPath, &buffer, buffer.count) }
  return String(systemBytes: buffer.prefix(count).map { UInt8(bitPattern: $0) })
}

/// The path of what stands at a path, without links; `nil` where nothing does.
public func realPath(of path: String) -> String? {
  guard let real = realpath(path.systemPath, nil)
  else { return nil }
  defer { free(real) }
  return String(systemPath: real)
}

/// Removes a file's name, and with the last one the file.
public func removeFile(_ path: String) throws(SystemError) {
  try SystemError.check { unlink(path.systemPath) }
}
