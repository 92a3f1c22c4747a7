import Glibc

/// A call that changes what a crash of the machine leaves on the disk.
///
/// Tests that prove an order, such as "synced before it is renamed", watch these calls through
/// ``observer``; nothing else does.
package enum SystemCall: Hashable, Sendable {
  /// A folder was made.
  case made(folder: String)
  /// A file got another name, and lost the one that it had.
  case moved(from: String, to: String)
  /// A file that had no name got one.
  case named(String)
  /// A file or folder was synced to the disk. The path of a file without a name means nothing:
  /// the inode tells which it is.
  case synced(path: String, inode: UInt64)

  /// Who is told of each call that has succeeded, on the thread that made it. Tasks inherit it, and
  /// so do the threads that this module starts.
  @TaskLocal package static var observer: Observer?

  /// A function as a value of its own type: optimised, the compiler (Swift 6.3) finds no metadata
  /// for a task-local value that is a function, and the program crashes where it is set.
  package struct Observer: Sendable {
    fileprivate let tell: @Sendable (SystemCall) -> Void

    package init(_ tell: @escaping @Sendable (SystemCall) -> Void) {
      self.tell = tell
    }
  }

  static func note(_ call: @autoclosure () -> SystemCall) {
    observer?.tell(call())
  }

  static func noteSync(of number: Int32) {
    guard let observer
    else { return }
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/fd/\(number)", &buffer, buffer.count)
    let bytes = buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
    var status = stat()
    fstat(number, &status)
    observer.tell(
      .synced(path: String(systemBytes: bytes), inode: UInt64(status.st_ino)))
  }
}
