import Glibc

/// A call that affects durability. Only tests that prove an order observe these.
package enum SystemCall: Hashable, Sendable {
  case made(folder: String)
  case moved(from: String, to: String)
  case named(String)
  case synced(path: String, inode: UInt64)

  /// Called after each success, on its thread. Inherited by tasks and this module's threads.
  @TaskLocal package static var observer: Observer?

  /// Not a bare function: optimized, Swift 6.3 crashes where a task-local function is set.
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
