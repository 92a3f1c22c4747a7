import Glibc

/// Waits, with the thread, until one of the descriptors can be read or has ended.
///
/// - Parameters:
///   - descriptors: Their numbers. One that is negative is left out of account.
///   - milliseconds: How long to wait at most; `nil` for as long as it takes.
/// - Returns: For each whether it can be read or has ended: none where the time is over.
public func waitForInput(
  from descriptors: [Int32], milliseconds: Int32? = nil
) throws(SystemError) -> [Bool] {
  var polls = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  try SystemError.check { poll(&polls, nfds_t(polls.count), milliseconds ?? -1) }
  return polls.map { $0.revents != 0 }
}

extension Descriptor {
  /// Waits, with the thread, until it takes bytes or fails.
  func waitForOutput() throws(SystemError) {
    var wait = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    try SystemError.check { poll(&wait, 1, -1) }
  }
}
