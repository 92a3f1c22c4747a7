import Glibc

extension Descriptor {
  /// Writes all bytes, or some before an error. Waits for room. Raises `SIGPIPE` without a reader.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try writeAll(of: bytes) { Glibc.write(number, $0.baseAddress, $0.count) }
  }

  public func write(_ bytes: [UInt8]) throws(SystemError) {
    try write(bytes[...])
  }

  public func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    try bytes.withUnsafeBufferPointer { bytes throws(SystemError) in
      try write(UnsafeRawBufferPointer(bytes))
    }
  }

  /// Writes all bytes to a socket. Throws `EPIPE`, without a signal, if the reader is gone.
  public func send(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
    try writeAll(of: bytes) {
      Glibc.send(number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  private func writeAll(
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

  public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
    try SystemError.check { Glibc.read(number, buffer.baseAddress, buffer.count) }
  }

  public func read(upTo count: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = try SystemError.check { Glibc.read(number, &bytes, count) }
    bytes.removeLast(count - read)
    return bytes
  }

  /// Reads at an offset without moving the file position. Stops early only at the file's end.
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

  public func read(upTo count: Int, at offset: Int) throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = try bytes.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
      try read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
    }
    bytes.removeLast(count - filled)
    return bytes
  }
}
