import Glibc

/// Blocks until a descriptor is readable or has ended. After a timeout, all flags are false.
public func waitForInput(
  from descriptors: [Int32], milliseconds: Int32? = nil
) throws(SystemError) -> [Bool] {
  var polls = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  try SystemError.check { poll(&polls, nfds_t(polls.count), milliseconds ?? -1) }
  return polls.map { $0.revents != 0 }
}

extension Descriptor {
  func waitForOutput() throws(SystemError) {
    var wait = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
    try SystemError.check { poll(&wait, 1, -1) }
  }
}
