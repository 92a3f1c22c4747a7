import Glibc
import POSIX

extension InputFile {
  func leadingZeroCount(_ cancellation: CancellationSignal) throws -> Int {
    var offset = 0
    while true {
      try cancellation.check()
      let bytes = try descriptor.read(upTo: 1 << 20, at: offset)
      if let place = bytes.firstIndex(where: { $0 != 0 }) { return offset + place }
      if bytes.isEmpty { return offset }
      offset += bytes.count
    }
  }

  func firstPlace(
    of mark: [UInt8], from start: Int, _ cancellation: CancellationSignal
  ) throws -> Int? {
    var offset = start
    while true {
      try cancellation.check()
      let bytes = try descriptor.read(upTo: 1 << 20, at: offset)
      if let place = bytes.withUnsafeBytes({ $0.firstPlace(of: mark) }) { return offset + place }
      if bytes.count < 1 << 20 { return nil }
      offset += bytes.count - mark.count + 1
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func firstPlace(of mark: [UInt8]) -> Int? {
    var place = 0
    while let baseAddress, place + mark.count <= count,
      let match = memchr(baseAddress + place, Int32(mark[0]), count - place)
    {
      place = UnsafeRawPointer(match) - baseAddress
      if self[place...].starts(with: mark) { return place }
      place += 1
    }
    return nil
  }
}
