import POSIX

struct OggPage {
  let body: ArraySlice<UInt8>
  let byteCount: Int
  let continuesPacket: Bool
  /// Where the packets that end on the page end, in the codec's frames.
  let end: Int?
  let isFirst: Bool
  /// A page that was cut, or is followed by other content, may hold the start of the next.
  let isFollowedByPage: Bool
  /// The file has all of the page.
  let isWhole: Bool
  let stream: [UInt8]
  private let lengths: ArraySlice<UInt8>

  static let mark = Array("OggS".utf8)

  init?(_ file: borrowing InputFile, at offset: Int) throws(SystemError) {
    // The header has at most 255 bytes after its first 27.
    let head = try file.descriptor.read(upTo: 27 + 255, at: offset)
    guard head.count >= 27, head.starts(with: Self.mark)
    else { return nil }
    lengths = head[27...].prefix(Int(head[26]))
    let start = 27 + lengths.count
    let count = lengths.reduce(0) { $0 + Int($1) }
    let content = try file.descriptor.read(
      upTo: count + Self.mark.count, at: offset + start)
    body = content.prefix(count)
    byteCount = start + count
    isWhole = body.count == count
    continuesPacket = head[5] & 1 != 0
    isFirst = head[5] & 2 != 0
    isFollowedByPage = content[body.endIndex...].elementsEqual(Self.mark)
    stream = Array(head[14..<18])
    let position = head[6..<14].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    end = position < 1 << 53 ? Int(position) : nil
  }

  var codec: [UInt8] { Array(body.prefix(7)) }

  var pieces: [(bytes: ArraySlice<UInt8>, endsPacket: Bool)] {
    var rest = body
    return lengths.map { length in
      defer { rest = rest.dropFirst(Int(length)) }
      return (rest.prefix(Int(length)), length < 255)
    }
  }
}
