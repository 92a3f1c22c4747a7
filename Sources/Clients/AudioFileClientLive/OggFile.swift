import Glibc
import POSIX

/// The streams of an Ogg file, of which libsndfile reads the first only.
struct OggFile {
  static let hint = "its parts have different codecs; convert each to FLAC"

  private(set) var hasSeveralCodecs = false
  private(set) var isChained = false

  init(_ file: borrowing InputFile, _ cancellation: CancellationSignal) throws {
    var codecs: Set<[UInt8]> = []
    var offset = 0
    while let page = try Page(file, at: offset), page.isFirst {
      codecs.insert(page.codec)
      offset += page.byteCount
    }
    guard offset > 0
    else { return }
    while let start = try Self.nextStream(in: file, from: offset, cancellation) {
      isChained = true
      guard let page = try Page(file, at: start)
      else { return }
      hasSeveralCodecs = hasSeveralCodecs || !codecs.contains(page.codec)
      offset = start + page.byteCount
    }
  }

  private static func nextStream(
    in file: borrowing InputFile, from start: Int, _ cancellation: CancellationSignal
  ) throws -> Int? {
    let mark = Array("OggS\0\u{02}".utf8)
    var offset = start
    while true {
      try cancellation.check()
      let bytes = try file.descriptor.read(upTo: 1 << 20, at: offset)
      if let place = bytes.withUnsafeBytes({ $0.firstPlace(of: mark) }) { return offset + place }
      if bytes.count < 1 << 20 { return nil }
      offset += bytes.count - mark.count + 1
    }
  }

  private struct Page {
    let byteCount: Int
    let codec: [UInt8]
    let isFirst: Bool

    init?(_ file: borrowing InputFile, at offset: Int) throws(SystemError) {
      // The header has at most 255 bytes after its first 27.
      let head = try file.descriptor.read(upTo: 27 + 255 + 7, at: offset)
      guard head.count > 27, head.starts(with: "OggS".utf8)
      else { return nil }
      let segments = head[27...].prefix(Int(head[26]))
      let start = 27 + segments.count
      byteCount = start + segments.reduce(0) { $0 + Int($1) }
      codec = Array(head.dropFirst(start).prefix(7))
      isFirst = head[5] & 2 != 0
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
