import Testing
import WyomingProtocol

struct WyomingParserTests {
  /// All messages in the bytes, received in chunks of these sizes.
  private func events(
    _ bytes: [UInt8], pieces: () -> Int, limits: WyomingParser.Limits = .init()
  ) throws -> [WyomingEvent] {
    var parser = WyomingParser(limits)
    var events: [WyomingEvent] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      var piece = rest.prefix(pieces())
      rest = rest[piece.endIndex...]
      while let event = try parser.next(from: &piece) { events.append(event) }
      #expect(piece.isEmpty)
      #expect(parser.keptByteCount <= max(limits.line, limits.data, limits.payload))
    }
    return events
  }

  private func events(_ text: String) throws -> [WyomingEvent] {
    try events(Array(text.utf8)) { .max }
  }

  @Test("Events parse with any header fields and payload")
  func read() throws {
    #expect(
      try events(#"{"type":"describe","version":"1.10.2"}"# + "\n") == [WyomingEvent("describe")])
    let chunk = """
      {"type": "audio-chunk", "data": {"rate": 1, "width": 2}, "data_length": 29, "payload_length": 4}
      {"rate": 16000, "channels":1}\u{1}\u{2}\n{{"type":"ping","data_length":null}

      """
    #expect(
      try events(chunk) == [
        WyomingEvent(
          "audio-chunk", ["rate": 16_000, "width": 2, "channels": 1],
          payload: [1, 2, 10, UInt8(ascii: "{")]),
        WyomingEvent("ping"),
      ])
    #expect(try events(#"{"type":"x","data":{}}"#) == [], "the line has no end yet")
  }

  @Test(
    "Bytes that are not an event end parsing",
    arguments: [
      "\n", "{}\n", "[]\n", "hello\n", #"{"type":1}"# + "\n", #"{"type":"x""# + "\n",
      #"{"type":"x","data":[]}"# + "\n", #"{"type":"x","data_length":-1}"# + "\n",
      #"{"type":"x","payload_length":-5}"# + "\n", #"{"type":"x","data_length":1.5}"# + "\n",
      #"{"type":"x","data_length":1e99}"# + "\n", #"{"type":"x","payload_length":"4"}"# + "\n",
      #"{"type":"x","data_length":2}"# + "\n[]", #"{"type":"x","data_length":1}"# + "\n{",
    ])
  func wrong(text: String) {
    #expect(throws: WyomingError.notAnEvent) { try events(text) }
  }

  @Test("Nothing is parsed after an error")
  func failed() {
    var parser = WyomingParser()
    for text in ["nonsense\n", #"{"type":"ping"}"# + "\n"] {
      #expect(throws: WyomingError.notAnEvent) {
        var bytes = Array(text.utf8)[...]
        _ = try parser.next(from: &bytes)
      }
      #expect(parser.keptByteCount == 0)
    }
  }

  @Test("An oversized part is refused before it arrives")
  func tooLarge() throws {
    let limits = WyomingParser.Limits()
    #expect(throws: WyomingError.tooLarge(part: "line", limit: limits.line)) {
      try events(String(repeating: " ", count: limits.line + 1))
    }
    let line = #"{"type":"x"}"#
    let padding = String(repeating: " ", count: limits.line - line.utf8.count)
    #expect(try events(line + padding + "\n").count == 1)
    for (part, name, limit) in [
      ("data", "data_length", limits.data), ("payload", "payload_length", limits.payload),
    ] {
      #expect(throws: WyomingError.tooLarge(part: part, limit: limit)) {
        try events("{\"type\":\"x\",\"\(name)\":\(limit + 1)}\n")
      }
      #expect(try events("{\"type\":\"x\",\"\(name)\":\(limit)}\n") == [])
    }
  }

  @Test("Lists in lists in lists are refused: a thread's stack is small")
  func deep() throws {
    func nested(_ depth: Int) -> String {
      let (open, close) = (
        String(repeating: "[", count: depth), String(repeating: "]", count: depth)
      )
      return #"{"type":"x","data":{"y":"# + open + close + "}}\n"
    }
    #expect(try events(nested(30)).count == 1)
    #expect(throws: WyomingError.notAnEvent) { try events(nested(31)) }
    #expect(throws: WyomingError.notAnEvent) { try events(nested(30_000)) }
    #expect(try events(#"{"type":"\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["}"# + "\n").count == 1)
  }

  @Test("Written events parse in chunks of any size")
  func roundTrip() throws {
    var random = SeededNumbers(state: 1)
    for _ in 0..<500 {
      let written = (0..<Int.random(in: 1...4, using: &random)).map { _ in random.event() }
      let bytes = try written.flatMap { try $0.encoded() }
      let most = Int.random(in: 1...200, using: &random)
      let read = try events(bytes) { Int.random(in: 1...most, using: &random) }
      #expect(read == written)
    }
  }

  #if DEBUG
    /// The optimized tests try ten times as many.
    private static let inputCount = 5_000
  #else
    private static let inputCount = 50_000
  #endif

  @Test("Random bytes do not crash the parser or exceed its limits")
  func anything() throws {
    var random = SeededNumbers(state: 2)
    var limits = WyomingParser.Limits()
    (limits.line, limits.data, limits.payload) = (300, 200, 100)
    var (readCount, wrongCount) = (0, 0)
    for _ in 0..<Self.inputCount {
      var bytes = try random.event().encoded() + random.event().encoded()
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(UInt8(ascii: "9"), at: place)
        case 2: bytes.remove(at: place)
        default: bytes = Array(bytes[...place] + bytes[(place / 2)...])
        }
      }
      do {
        readCount += try events(
          bytes, pieces: { Int.random(in: 1...300, using: &random) }, limits: limits
        ).count
      } catch is WyomingError {
        wrongCount += 1
      }
    }
    #expect(readCount > Self.inputCount / 25, "many changes leave an event whole")
    #expect(wrongCount > Self.inputCount / 10, "and many do not")
  }

  @Test("A number without a JSON form is not sent")
  func notANumber() {
    #expect(throws: EncodingError.self) {
      try WyomingEvent("x", ["y": .number(.nan)]).encoded()
    }
  }
}

/// Random numbers, the same in each run.
private struct SeededNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func event() -> WyomingEvent {
    let payload = (0..<Int.random(in: 0...60, using: &self)).map { _ in
      UInt8.random(in: 0...255, using: &self)
    }
    return WyomingEvent(text(), values(depth: 0), payload: payload)
  }

  private mutating func text() -> String {
    let letters = Array("aZ09-._\n\r\t\u{0}\u{7f}{}[]\"\\/ßé日\u{301}🎙\u{2028}")
    return String(
      (0..<Int.random(in: 0...8, using: &self)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &self)]
      })
  }

  private mutating func values(depth: Int) -> [String: WyomingValue] {
    var values: [String: WyomingValue] = [:]
    for _ in 0..<Int.random(in: 0...3, using: &self) { values[text()] = value(depth: depth + 1) }
    return values
  }

  private mutating func value(depth: Int) -> WyomingValue {
    switch Int.random(in: 0..<(depth > 3 ? 5 : 7), using: &self) {
    case 0: .null
    case 1: .bool(Bool.random(using: &self))
    case 2: .number(Double(Int.random(in: -100_000...100_000, using: &self)))
    case 3: .number(Double.random(in: -1...1, using: &self))
    case 4: .string(text())
    case 5: .array((0..<Int.random(in: 0...3, using: &self)).map { _ in value(depth: depth + 1) })
    default: .object(values(depth: depth + 1))
    }
  }
}
