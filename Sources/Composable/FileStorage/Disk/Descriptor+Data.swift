import Foundation
import POSIX

extension Descriptor {
  func write(_ data: Data) throws(SystemError) {
    // The closure of `withUnsafeBytes` loses the type of the error that it throws.
    let failure = data.withUnsafeBytes { bytes -> SystemError? in
      do throws(SystemError) {
        try write(bytes)
        return nil
      } catch {
        return error
      }
    }
    if let failure { throw failure }
  }

  func readToEnd(sizeHint: Int) throws(SystemError) -> Data {
    // One byte more than expected, to find the end without growing. `Data(count:)` would zero
    // memory that is overwritten anyway.
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
        let read = try read(
          into: UnsafeMutableRawBufferPointer(start: bytes + count, count: capacity - count))
        if read == 0 { return Data(bytesNoCopy: bytes, count: count, deallocator: .free) }
        count += read
      }
    } catch {
      free(bytes)
      throw error
    }
  }
}
