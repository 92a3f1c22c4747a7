/// Finds gaps in a stream: pages whose position is later than their packets explain.
struct OggClock {
  private(set) var hasGap = false
  private var codec: any OggCodec
  /// Where the audio so far ends. The first position may be any.
  private var end: Int?
  private var packet: [UInt8] = []
  private let stream: [UInt8]

  /// Returns `nil` for a codec that libsndfile doesn't read.
  init?(_ first: OggPage) {
    let header = Array(first.body)
    if let opus = OpusCodec(header) {
      codec = opus
    } else if let vorbis = VorbisCodec(header) {
      codec = vorbis
    } else {
      return nil
    }
    stream = first.stream
  }

  mutating func add(_ page: OggPage) {
    guard page.isWhole, page.stream == stream
    else { return }
    let duration = duration(of: page)
    guard duration > 0, let pageEnd = page.end
    else { return }
    let expected = end.map { $0 + duration } ?? pageEnd
    hasGap =
      hasGap || pageEnd - expected > ContainerClock.tolerance(sampleRate: codec.sampleRate)
    // The last page may end before its audio does.
    end = min(expected, pageEnd)
  }

  /// Longer than any header, and a packet could be as long as the file.
  private static let longestPacket = 1 << 20

  private mutating func duration(of page: OggPage) -> Int {
    if !page.continuesPacket { packet = [] }
    var duration = 0
    for piece in page.pieces {
      packet += piece.bytes.prefix(Self.longestPacket - packet.count)
      guard piece.endsPacket
      else { continue }
      duration += codec.duration(of: packet)
      packet = []
    }
    return duration
  }
}
