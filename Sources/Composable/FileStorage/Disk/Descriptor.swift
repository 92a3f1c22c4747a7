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
    // One more than expected, so that the end is found without growing. `Data(count:)` would fill
    // with zeros what is written over.
    var capacity = max(sizeHint, 0) + 1
    var count = 0
    guard var bytes = malloc(capacity)
    else { throw SystemError(code: ENOMEM) }
    do throws(SystemError) {
      while true {
        if count == capacity {
          capacity = max(capacity * 2, 4096)
          guard let larger = realloc(bytes, capacity)
          else { throw SystemError(code: ENOMEM) }
          bytes = larger
        }
        let read = try SystemError.check {
          Glibc.read(number, bytes + count, capacity - count)
        }
        if read == 0 { return Data(bytesNoCopy: bytes, count: count, deallocator: .free) }
        count += read
      }
    } catch {
      free(bytes)
      throw error
    }
  }
}
