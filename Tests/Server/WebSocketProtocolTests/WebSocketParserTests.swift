import Testing
import WebSocketProtocol

struct WebSocketParserTests {
  /// All that is in the bytes, given in pieces that end before these places.
  private func events(
    _ bytes: [UInt8], cut places: [Int] = [], by parser: WebSocketParser = WebSocketParser()
  ) throws -> [WebSocketEvent] {
    var parser = parser
    var events: [WebSocketEvent] = []
    var start = 0
    for end in places.sorted() + [bytes.count] {
      var piece = bytes[start..<end]
      while let event = try parser.next(from: &piece) { events.append(event) }
      #expect(piece.isEmpty)
      start = end
    }
    return events
  }

  @Test("The examples of RFC 6455 are parsed and written")
  func examples() throws {
    let hello = WebSocketEvent.message(.text("Hello"))
    let masked: [UInt8] = [
      0x81, 0x85, 0x37, 0xfa, 0x21, 0x3d, 0x7f, 0x9f, 0x4d, 0x51, 0x58,
    ]
    #expect(hello.encoded(mask: 0x37fa_213d) == masked)
    #expect(try events(masked) == [hello])
    #expect(hello.encoded() == [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f])
    #expect(
      try events([1, 3, 0x48, 0x65, 0x6c, 0x80, 2, 0x6c, 0x6f], by: WebSocketParser(.client)) == [
        hello
      ])
    #expect(
      WebSocketEvent.message(.binary([UInt8](repeating: 0, count: 256))).encoded().prefix(4)
        == [0x82, 0x7e, 1, 0])
    #expect(
      WebSocketEvent.message(.binary([UInt8](repeating: 0, count: 65_536))).encoded().prefix(10)
        == [0x82, 0x7f, 0, 0, 0, 0, 0, 1, 0, 0])
    #expect(WebSocketHandshake.accept("dGhlIHNhbXBsZSBub25jZQ==") == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    for key in ["", "dGhlIHNhbXBsZSBub25jZQ", "c2hvcnQ=", "no base64"] {
      #expect(WebSocketHandshake.accept(key) == nil, "'\(key)'")
    }
  }

  @Test("Messages survive any framing and chunking")
  func anyCut() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<500 {
      let sent = (0..<Int.random(in: 1...5, using: &random)).map { _ in
        WebSocketEvent.random(using: &random)
      }
      let bytes = sent.flatMap { $0.frames(using: &random) }.flatMap { $0.encoded() }
      let cuts = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        Int.random(in: 0...bytes.count, using: &random)
      }
      let end = sent.firstIndex { if case .close = $0 { true } else { false } } ?? sent.count - 1
      #expect(try events(bytes, cut: cuts) == Array(sent[...end]), "\(cuts)")
    }
  }

  @Test("A message is the same cut before each of its bytes")
  func eachCut() throws {
    let text = WebSocketEvent.message(.text("Grüße, 漢字 🎙️"))
    let bytes =
      WebSocketFrame(.text, Array("Grüße, 漢".utf8), isLast: false, mask: 7).encoded()
      + WebSocketEvent.ping([1, 2]).encoded(mask: 99)
      + WebSocketFrame(.continuation, Array("字 🎙️".utf8), mask: 0xffff_0001).encoded()
    for place in 0...bytes.count {
      #expect(try events(bytes, cut: [place]) == [.ping([1, 2]), text])
    }
    #expect(try events(bytes, cut: Array(0...bytes.count)) == [.ping([1, 2]), text])
  }

  /// Bytes that break the protocol.
  private static let breaches: [([UInt8], WebSocketError)] = [
    ([0x81, 0x01, 0x41], .notMasked),
    ([0xc1, 0x80], .reservedBits), ([0xa1, 0x80], .reservedBits), ([0x91, 0x80], .reservedBits),
    ([0x83, 0x80], .reservedKind(3)), ([0x8f, 0x80], .reservedKind(15)),
    ([0x09, 0x80], .badControlFrame), ([0x89, 0xfe], .badControlFrame),
    ([0x80, 0x80], .nothingToContinue),
    (
      WebSocketFrame(.text, [], isLast: false, mask: 1).encoded() + [0x81, 0x80], .messageNotEnded
    ),
    ([0x82, 0xfe, 0, 125, 0, 0, 0, 0], .badLength),
    ([0x82, 0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0], .badLength),
    ([0x82, 0xff, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], .badLength),
    (
      [0x82, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0],
      .tooLarge(limit: 200)
    ),
    ([0x82, 0xfe, 0, 201, 0, 0, 0, 0], .tooLarge(limit: 200)),
    (WebSocketFrame(.text, [0xc3, 0x28], mask: 5).encoded(), .notUTF8),
    (WebSocketFrame(.text, [0xed, 0xa0, 0x80], mask: 5).encoded(), .notUTF8),
    (WebSocketFrame(.close, [3], mask: 5).encoded(), .badClose),
    (WebSocketFrame(.close, [3, 0xed], mask: 5).encoded(), .badClose),
    (WebSocketFrame(.close, [3, 0xee], mask: 5).encoded(), .badClose),
    (WebSocketFrame(.close, [0x0b, 0xb7], mask: 5).encoded(), .badClose),
    (WebSocketFrame(.close, [3, 0xe8, 0xff], mask: 5).encoded(), .notUTF8),
  ]

  @Test("A protocol error is refused, and nothing after it is read", arguments: breaches)
  func breach(bytes: [UInt8], error: WebSocketError) {
    var parser = WebSocketParser(limits: WebSocketParser.Limits(frame: 200, message: 300))
    var rest = bytes[...]
    #expect(throws: error) { while try parser.next(from: &rest) != nil {} }
    var good = WebSocketEvent.ping([]).encoded(mask: 1)[...]
    #expect(throws: error) { try parser.next(from: &good) }
    #expect(parser.keptByteCount == 0)
    #expect(error.close.code.isSent)
  }

  @Test("A server's bytes have no mask")
  func masked() {
    #expect(throws: WebSocketError.masked) {
      try events(WebSocketEvent.ping([]).encoded(mask: 1), by: WebSocketParser(.client))
    }
  }

  @Test("The fragments of a message together respect its size limit")
  func largeMessage() throws {
    let limits = WebSocketParser.Limits(frame: 200, message: 300)
    func frames(_ counts: Int...) -> [UInt8] {
      counts.enumerated().flatMap { index, count in
        WebSocketFrame(
          index == 0 ? .binary : .continuation, [UInt8](repeating: 1, count: count),
          isLast: index == counts.count - 1, mask: 3
        ).encoded()
      }
    }
    #expect(
      try events(frames(200, 100), by: WebSocketParser(limits: limits)) == [
        .message(.binary([UInt8](repeating: 1, count: 300)))
      ])
    #expect(throws: WebSocketError.tooLarge(limit: 300)) {
      try events(frames(200, 101), by: WebSocketParser(limits: limits))
    }
  }

  @Test("A long close reason is cut between characters")
  func longReason() throws {
    let close = WebSocketClose(.failed, String(repeating: "é", count: 100))
    let read = try events(WebSocketEvent.close(close).encoded(mask: 9))
    #expect(read == [.close(WebSocketClose(.failed, String(repeating: "é", count: 61)))])
  }

  #if DEBUG
    /// The optimized tests try ten times as many.
    private static let inputCount = 5_000
  #else
    private static let inputCount = 50_000
  #endif

  @Test("Changed inputs are read or refused, and little is kept of any")
  func changed() {
    var random = SplitMix64(seed: 2_026)
    let limits = WebSocketParser.Limits(frame: 4_096, message: 8_192)
    var refusedCount = 0
    for _ in 0..<Self.inputCount {
      var bytes = (0..<3).flatMap { _ in
        WebSocketEvent.random(using: &random, longest: 40).frames(using: &random)
      }.flatMap { $0.encoded() }
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
        case 1: bytes[place] = .random(in: 0...255, using: &random)
        case 2: bytes.removeSubrange(place...)
        default: bytes.insert(.random(in: 0...255, using: &random), at: place)
        }
        if bytes.isEmpty { bytes = [0x81] }
      }
      var parser = WebSocketParser(limits: limits)
      var rest = bytes[...]
      var eventCount = 0
      do {
        while try parser.next(from: &rest) != nil { eventCount += 1 }
        #expect(rest.isEmpty)
      } catch {
        refusedCount += 1
      }
      #expect(eventCount <= bytes.count)
      #expect(parser.keptByteCount <= bytes.count)
    }
    // Most changes are in a frame's payload, and valid.
    let refused = Double(refusedCount) / Double(Self.inputCount)
    #expect((0.2..<0.9).contains(refused), "\(refused)")
  }
}

/// Random numbers that are the same each time.
struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

extension WebSocketEvent {
  static func random(using random: inout SplitMix64, longest: Int = 70_000) -> Self {
    let short = (0..<Int.random(in: 0...125, using: &random)).map { UInt8($0) }
    let most = Bool.random(using: &random) ? longest : 40
    let long = (0..<Int.random(in: 0...most, using: &random)).map { UInt8(truncatingIfNeeded: $0) }
    return switch Int.random(in: 0..<12, using: &random) {
    case 0: .ping(short)
    case 1: .pong(short)
    case 2: .close(Bool.random(using: &random) ? nil : WebSocketClose(.goingAway, "é"))
    case 3...6: .message(.binary(long))
    default: .message(.text(String(repeating: "aé漢🎙️", count: long.count / 10)))
    }
  }

  /// The message as frames, possibly several.
  func frames(using random: inout SplitMix64) -> [WebSocketFrame] {
    let mask = UInt32(truncatingIfNeeded: random.next())
    let (kind, payload): (WebSocketFrame.Kind, [UInt8]) =
      switch self {
      case .message(.text(let text)): (.text, Array(text.utf8))
      case .message(.binary(let bytes)): (.binary, bytes)
      case .ping(let bytes): (.ping, bytes)
      case .pong(let bytes): (.pong, bytes)
      case .close(let close):
        (
          .close,
          close.map {
            [UInt8($0.code.rawValue >> 8), UInt8($0.code.rawValue & 255)]
              + Array($0.reason.utf8)
          } ?? []
        )
      }
    guard case .message = self
    else { return [WebSocketFrame(kind, payload, mask: mask)] }
    var frames: [WebSocketFrame] = []
    var rest = payload[...]
    repeat {
      let piece = rest.prefix(Int.random(in: 0...max(rest.count, 1), using: &random))
      rest = rest.dropFirst(piece.count)
      frames.append(
        WebSocketFrame(
          frames.isEmpty ? kind : .continuation, Array(piece), isLast: rest.isEmpty, mask: mask))
    } while frames.last?.isLast == false
    return frames
  }
}
