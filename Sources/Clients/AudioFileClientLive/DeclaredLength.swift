import POSIX

struct DeclaredLength: Equatable {
  var declared: Int
  var present: Int

  /// Returns `nil` for a file written to a pipe, whose length was never filled in.
  init?(_ file: borrowing InputFile) throws(SystemError) {
    let head = try file.descriptor.read(upTo: 12, at: 0)
    guard head.count == 12
    else { return nil }
    let littleEndian: Bool
    let samples: [UInt8]
    switch (head[..<4], head[8...]) {
    case (Array("RIFF".utf8)[...], Array("WAVE".utf8)[...]):
      (littleEndian, samples) = (true, Array("data".utf8))
    case (Array("RIFX".utf8)[...], Array("WAVE".utf8)[...]):
      (littleEndian, samples) = (false, Array("data".utf8))
    case (Array("FORM".utf8)[...], Array("AIFF".utf8)[...]),
      (Array("FORM".utf8)[...], Array("AIFC".utf8)[...]):
      (littleEndian, samples) = (false, Array("SSND".utf8))
    default:
      return nil
    }
    var offset = 12
    while offset + 8 <= file.byteCount {
      let chunk = try file.descriptor.read(upTo: 8, at: offset)
      // The file can shrink after it was opened.
      guard chunk.count == 8
      else { return nil }
      let digits = littleEndian ? Array(chunk[4...].reversed()) : Array(chunk[4...])
      let size = digits.reduce(0) { $0 << 8 | Int($1) }
      if chunk[..<4].elementsEqual(samples) {
        // Programs that write to pipes declare almost 2 or 4 GiB.
        guard size > 0, size < 0x7FFF_0000 || file.byteCount > size
        else { return nil }
        self.init(declared: size, present: min(size, file.byteCount - offset - 8))
        return
      }
      offset += 8 + size + size % 2
    }
    return nil
  }

  private init(declared: Int, present: Int) {
    self.declared = declared
    self.present = present
  }
}
