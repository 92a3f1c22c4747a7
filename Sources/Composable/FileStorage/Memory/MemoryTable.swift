import Foundation

/// Metadata of the files in memory.
struct MemoryTable {
  /// The stamp of each file, with the content that it was given for.
  var stamps: [URL: (stamp: FileStamp, data: Data)] = [:]
  var subscribers: [URL: [ObjectIdentifier: Subscriber]] = [:]
  private var nextInode: UInt64 = 1

  mutating func snapshot(of path: MemoryPath, in files: [URL: Data]) -> FileSnapshot {
    guard let data = files[path.key(in: files)]
    else { return .missing }
    // The box's content may have been changed by hand.
    if let known = stamps[path.url], known.data == data {
      return FileSnapshot(data: data, stamp: known.stamp)
    }
    return FileSnapshot(data: data, stamp: newStamp(for: path, data))
  }

  mutating func newStamp(for path: MemoryPath, _ data: Data) -> FileStamp {
    let stamp = FileStamp(
      inode: nextInode, modified: Int64(nextInode), size: Int64(data.count))
    nextInode += 1
    stamps[path.url] = (stamp, data)
    return stamp
  }
}
