import Foundation

/// An open file, closed when it goes out of scope.
struct Descriptor: ~Copyable {
  let number: Int32

  /// Opens a file, and fails with the system's error number.
  init(_ path: String, _ flags: Int32, mode: mode_t = 0) throws(SystemError) {
    number = try SystemError.check { open(path, flags | O_CLOEXEC, mode) }
  }

  deinit { close(number) }

  func status() throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check { fstat(number, &status) }
    return status
  }

  func sync() throws(SystemError) {
    try SystemError.check { fsync(number) }
  }

  func write(_ data: Data) throws(SystemError) {
    // The closure of `withUnsafeBytes` loses the type of the error that it throws.
    let failure = data.withUnsafeBytes { bytes -> SystemError? in
      var rest = bytes[...]
      while !rest.isEmpty {
        do throws(SystemError) {
          let written = try SystemError.check {
            Glibc.write(number, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
          }
          rest = rest.dropFirst(written)
        } catch {
          return error
        }
      }
      return nil
    }
    if let failure { throw failure }
  }

  func readToEnd(sizeHint: Int) throws(SystemError) -> Data {
    // One more than expected, so that the end is found without growing.
    var data = Data(count: max(sizeHint, 0) + 1)
    var count = 0
    while true {
      if count == data.count { data.count = max(data.count * 2, 4096) }
      let failure = data.withUnsafeMutableBytes { bytes -> Result<Int, SystemError> in
        let rest = UnsafeMutableRawBufferPointer(rebasing: bytes[count...])
        return Result { () throws(SystemError) in
          try SystemError.check { Glibc.read(number, rest.baseAddress, rest.count) }
        }
      }
      let read = try failure.get()
      if read == 0 { break }
      count += read
    }
    data.count = count
    return data
  }
}
