public import Foundation

/// Identifies the state of a file at the time it was read.
///
/// Replacing a file or changing it in place changes its stamp. Compare the stamp of the content
/// that you loaded, or the one that ``FileStorage/write(_:to:)`` returned, with a later one to
/// detect changes by others.
///
/// On disk, it consists of the inode, the time of the last change in nanoseconds, and the size.
/// Files written by ``FileStorage`` have precise times, so that their stamps differ. If a program
/// changes a file in place twice within one tick of the file system's clock (about 4 ms), without
/// changing its size, the second change may not be noticed.
public struct FileStamp: Hashable, Sendable {
  /// The number of the file within its file system.
  public let inode: UInt64
  /// The modification time, in nanoseconds since 1970.
  public let modified: Int64
  /// The size in bytes.
  public let size: Int64

  /// Creates a stamp from its parts.
  public init(inode: UInt64, modified: Int64, size: Int64) {
    self.inode = inode
    self.modified = modified
    self.size = size
  }

  /// The file did not exist. No file has inode 0.
  public static let missing = FileStamp(inode: 0, modified: 0, size: 0)

  /// Whether the file was missing.
  public var isMissing: Bool { self == .missing }
}

/// A file's content, and the stamp that belongs to it.
public struct FileSnapshot: Hashable, Sendable {
  /// The content; `nil` if the file is missing.
  public let data: Data?
  /// The stamp of that content; ``FileStamp/missing`` if the file is missing.
  public let stamp: FileStamp

  /// A file's content with its stamp.
  public init(data: Data?, stamp: FileStamp) {
    self.data = data
    self.stamp = stamp
  }

  static let missing = FileSnapshot(data: nil, stamp: .missing)
}
