public import Foundation

extension LibraryFolder {
  /// Makes the folder at `url` where it is missing. Only its owner may look into it: memos are
  /// nobody else's business. A folder that is there keeps the permissions that it has.
  ///
  /// - Throws: A `CocoaError` or `POSIXError` where it cannot be made, or is something else.
  public static func make(_ url: URL) throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    guard mkdir(url.path, 0o700) != 0
    else { return }
    let code = errno
    var status = stat()
    guard code == EEXIST, stat(url.path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR
    else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
  }
}
