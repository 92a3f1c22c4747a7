import Glibc

extension Descriptor {
  /// Writes all of the bytes. Where a pipe, socket or terminal takes no more just now, it waits,
  /// even if the descriptor is set not to.
  ///
  /// - Throws: What the system says; some of the bytes may have been written by then. `SIGPIPE` is
  ///   raised where there is no reader any more, unless the process ignores it.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try forEachRest(of: bytes) { Glibc.write(number, $0.baseAddress, $0.count) }
  }

  /// Writes all of the bytes, as ``write(_:)-(UnsafeRawBufferPointer)`` does.
  public func write(_ bytes: [UInt8]) throws(SystemError) {
    try write(bytes[...])
  }

  /// Writes all of the bytes, as ``write(_:)-(UnsafeRawBufferPointer)`` does.
  public func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Writes all of the bytes to a socket, without a signal where there is no reader any more.
  ///
  /// - Throws: What the system says, `EPIPE` for that.
  public func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try forEachRest(of: bytes) {
      Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  private func forEachRest(
    of bytes: UnsafeRawBufferPointer, _ call: (UnsafeRawBufferPointer) -> Int
  ) throws(SystemError) {
    var rest = bytes
    while !rest.isEmpty {
      do throws(SystemError) {
        let count = try SystemError.check { call(rest) }
        guard count > 0
        else { throw SystemError(code: EIO) }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      } catch {
        guard error.code == EAGAIN
        else { throw error }
        try waitForOutput()
      }
    }
  }

  /// Reads what there is, up to the buffer's size, waiting until there is something.
  ///
  /// - Returns: How many bytes; 0 at the end.
  /// - Throws: What the system says, `EAGAIN` where the descriptor is set not to wait.
  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try SystemError.check { Glibc.read(number, buffer.baseAddress, buffer.count) }
  }

  /// Reads what there is, up to that many bytes, as ``read(into:)`` does.
  public func read(upTo count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try SystemError.check { Glibc.read(number, &bytes, count) }
    bytes.removeLast(count - read)
    return bytes
  }

  /// Reads a file at a place, whatever the place that it has been read to, and leaves that alone.
  ///
  /// - Parameter offset: The place, in bytes from the beginning.
  /// - Returns: How many bytes were read; fewer than the buffer has room for only at the end of the
  ///   file.
  public func read(
    into buffer: UnsafeMutableRawBufferPointer, at offset: Int
  ) throws(SystemError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let count = try SystemError.check {
        pread(
          number, buffer.baseAddress.map { $0 + filled }, buffer.count - filled,
          off_t(offset + filled))
      }
      if count == 0 { break }
      filled += count
    }
    return filled
  }
}
