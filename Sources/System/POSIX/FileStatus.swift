public import Glibc

public func fileStatus(
  of path: String, followingLinks: Bool = true
) throws(SystemError) -> stat {
  var status = stat()
  try SystemError.check {
    fstatat(AT_FDCWD, path.systemPath, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW)
  }
  return status
}

extension stat {
  /// In seconds since 1970.
  public var modificationTime: Double {
    Double(st_mtim.tv_sec) + Double(st_mtim.tv_nsec) / 1_000_000_000
  }
}

public func fileExists(_ path: String) -> Bool { (try? fileStatus(of: path)) != nil }

public func isFolder(_ path: String) -> Bool {
  (try? fileStatus(of: path)).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
}

public func isWritable(_ path: String) -> Bool { access(path.systemPath, W_OK) == 0 }

public func isPrivate(_ status: stat) -> Bool {
  status.st_uid == geteuid() && status.st_mode & 0o077 == 0
}

public func isProgram(_ path: String) -> Bool {
  !isFolder(path) && access(path.systemPath, X_OK) == 0
}

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

public func linkTarget(of path: String) throws(SystemError) -> String {
  var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = try SystemError.check { readlink(path.systemPath, &buffer, buffer.count) }
  return String(systemBytes: buffer.prefix(count).map { UInt8(bitPattern: $0) })
}

public func realPath(of path: String) -> String? {
  guard let real = realpath(path.systemPath, nil)
  else { return nil }
  defer { free(real) }
  return String(systemPath: real)
}

public func removeFile(_ path: String) throws(SystemError) {
  try SystemError.check { unlink(path.systemPath) }
}
