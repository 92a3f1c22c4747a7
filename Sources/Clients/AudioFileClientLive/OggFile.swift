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
    while let start = try file.firstPlace(of: Self.mark, from: offset, cancellation) {
      isChained = true
      guard let page = try Page(file, at: start)
      else { return }
      hasSeveralCodecs = hasSeveralCodecs || !codecs.contains(page.codec)
      offset = start + page.byteCount
    }
  }

  /// The start of a stream's first page.
  private static let mark = Array("OggS\0\u{02}".utf8)

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
