import Testing
import TerminalUI

struct InputParserTests {
  private static let known: [(String, [Event])] = [
    ("a", [.key("a")]), ("é中👍", [.key("é"), .key("中"), .key("👍")]),
    ("\r", [.key(.enter)]), ("\n", [.key(.enter)]), ("\t", [.key(.tab)]),
    ("\u{7f}", [.key(.backspace)]), ("\u{3}", [.key(.ctrl("c"))]), ("\0", [.key(.ctrl(" "))]),
    ("\u{1b}[A", [.key(.up)]), ("\u{1b}OB", [.key(.down)]),
    ("\u{1b}[1;5C", [.key(Key(.right, .control))]),
    ("\u{1b}[1;2D", [.key(Key(.left, .shift))]), ("\u{1b}[H", [.key(.home)]),
    ("\u{1b}OF", [.key(.end)]),
    ("\u{1b}[4~", [.key(.end)]), ("\u{1b}[7~", [.key(.home)]), ("\u{1b}[5~", [.key(.pageUp)]),
    ("\u{1b}[6;3~", [.key(Key(.pageDown, .alternate))]), ("\u{1b}[3~", [.key(.delete)]),
    ("\u{1b}[Z", [.key(.backtab)]), ("\u{1b}OP", [.key(.function(1))]),
    ("\u{1b}[[C", [.key(.function(3))]), ("\u{1b}[15~", [.key(.function(5))]),
    ("\u{1b}[24~", [.key(.function(12))]), ("\u{1b}[1;2P", [.key(Key(.function(1), .shift))]),
    ("\u{1b}x", [.key(.alt("x"))]), ("\u{1b}é", [.key(.alt("é"))]),
    ("\u{1b}\u{1b}[A", [.key(Key(.up, .alternate))]),
    ("\u{1b}\u{7f}", [.key(Key(.backspace, .alternate))]),
    ("\u{1b}[97;5u", [.key(.ctrl("a"))]), ("\u{1b}[97;6u", [.key(Key(.character("a"), .control))]),
    ("\u{1b}[97:65;2u", [.key("A")]), ("\u{1b}[27u", [.key(.escape)]),
    ("\u{1b}[13;2u", [.key(Key(.enter, .shift))]),
    ("\u{1b}[97;1:3u", []), ("\u{1b}[57358u", []), ("\u{1b}[57421u", [.key(.pageUp)]),
    ("\u{1b}[27;5;105~", [.key(.ctrl("i"))]), ("\u{1b}[27;2;13~", [.key(Key(.enter, .shift))]),
    ("\u{1b}[I", [.focus(true)]), ("\u{1b}[O", [.focus(false)]),
    ("\u{1b}[<0;5;3M", [.mouse(Mouse(x: 4, y: 2))]),
    ("\u{1b}[<2;1;1m", [.mouse(Mouse(x: 0, y: 0, button: .right, kind: .release))]),
    ("\u{1b}[<65;9;9M", [.mouse(Mouse(x: 8, y: 8, button: .none, kind: .scrollDown))]),
    ("\u{1b}[<32;2;2M", [.mouse(Mouse(x: 1, y: 1, kind: .drag))]),
    ("\u{1b}[<16;2;2M", [.mouse(Mouse(x: 1, y: 1, modifiers: .control))]),
    ("\u{1b}[M !!", [.mouse(Mouse(x: 0, y: 0))]),
    (
      "\u{1b}[200~two\r\nlines\rof\n\u{1b}[31mtext\u{1b}[201~",
      [.paste("two\nlines\nof\n\u{1b}[31mtext")]
    ),
    ("\u{1b}]11;rgb:ffff/ffff/e0e0\u{7}", [.background(isDark: false)]),
    ("\u{1b}]11;rgb:1e/1e/2e\u{1b}\\", [.background(isDark: true)]),
  ]

  /// Unsupported sequences, from terminals that send them unasked.
  private static let unknown = [
    "\u{1b}[?62;22c", "\u{1b}[>0;276;0c", "\u{1b}P>|term(1.2)\u{1b}\\", "\u{1b}[12;99$y",
    "\u{1b}]52;c;aGVsbG8=\u{7}", "\u{1b}_Gi=31;OK\u{1b}\\", "\u{1b}[8;24;80t", "\u{1b}[999~",
    "\u{1b}[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;25;26;27;28;29;30X",
    "\u{1b}]0;\(String(repeating: "t", count: 500))\u{1b}\\", "\u{1b}[?1u",
    "\u{1b}[99999999999999u",
    "\u{1b}[<1;2M", "\u{1b}[=5n", "\u{1b}^private\u{1b}\\", "\u{1b}[ q", "\u{1b}OZ\u{1b}Oj",
  ]

  @Test("Each key's bytes make that key")
  func keys() {
    for (bytes, events) in Self.known {
      var parser = InputParser()
      #expect(parser.feed(Array(bytes.utf8)) == events, "\(bytes.debugDescription)")
      #expect(parser.timeout == nil, "\(bytes.debugDescription)")
    }
  }

  @Test("Unknown sequences are skipped completely, and the following input is read")
  func unknownSequences() {
    for bytes in Self.unknown {
      var parser = InputParser()
      let events = parser.feed(Array("\(bytes)q".utf8))
      #expect(events.last == .key("q"), "\(bytes.debugDescription)")
      #expect(
        events.dropLast().allSatisfy { if case .key(.backtab) = $0 { true } else { false } },
        "\(bytes.debugDescription): \(events)")
    }
  }

  @Test("Events do not depend on how the bytes are split", arguments: 0..<30 as Range<UInt64>)
  func cuts(seed: UInt64) {
    var random = Seeded(seed)
    let bytes = (0..<40).flatMap { _ -> [UInt8] in
      let text =
        Bool.random(using: &random)
        ? Self.known.randomElement(using: &random)?.0 : Self.unknown.randomElement(using: &random)
      return Array((text ?? "").utf8)
    }
    var whole = InputParser()
    let expected = whole.feed(bytes)
    var parser = InputParser()
    var events: [Event] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Int.random(in: 1...5, using: &random)
      events += parser.feed(rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    #expect(events == expected)
    #expect(expected.count > 5)
  }

  @Test(
    "Any bytes at all are survived, and a key after a pause is read",
    arguments: 0..<50 as Range<UInt64>)
  func noise(seed: UInt64) {
    var random = Seeded(seed)
    var parser = InputParser()
    for _ in 0..<50 {
      let bytes = (0..<20).map { _ -> UInt8 in
        [0x1b, 0x5b, 0x3b, .random(in: 0...255, using: &random)].randomElement(using: &random) ?? 0
      }
      _ = parser.feed(bytes)
      if parser.timeout != nil { _ = parser.timeOut() }
      #expect(parser.timeout == nil)
      #expect(parser.feed([0x71]) == [.key("q")])
    }
  }

  @Test("An escape is the escape key when nothing follows in time")
  func escape() {
    var parser = InputParser()
    #expect(parser.feed([0x1b]).isEmpty)
    #expect(parser.timeout == .milliseconds(50))
    #expect(parser.timeOut() == [.key(.escape)])
    #expect(parser.timeout == nil)
    #expect(parser.feed([0x1b, 0x1b]).isEmpty)
    #expect(parser.timeOut() == [.key(.escape), .key(.escape)])
    #expect(parser.feed([0x1b, 0x5b]).isEmpty)
    #expect(parser.timeOut() == [.key(.alt("["))])
    #expect(parser.feed([0x1b, 0x5b, 0x31]).isEmpty)
    #expect(parser.timeOut() == [], "a key cut in two is dropped, not typed")
  }

  @Test("Invalid UTF-8 is shown as such and affects nothing else")
  func invalidCharacters() {
    var parser = InputParser()
    #expect(
      parser.feed([0xe4, 0x61, 0xff, 0xc0, 0xaf, 0xed, 0xa0, 0x80, 0x62]).filter {
        $0 == .key("a") || $0 == .key("b")
      }
        == [.key("a"), .key("b")])
    #expect(parser.feed([0xe4]).isEmpty)
    #expect(parser.timeOut() == [.key("\u{fffd}")])
  }

  @Test("A megabyte is pasted as one event, in linear time")
  func largePaste() {
    let text = String(repeating: "déjà vu ~ ", count: 90_000)
    var parser = InputParser()
    var events: [Event] = []
    let bytes = Array("\u{1b}[200~\(text)\u{1b}[201~q".utf8)
    #expect(bytes.count > 1_000_000)
    for start in stride(from: 0, to: bytes.count, by: 4096) {
      events += parser.feed(bytes[start..<min(bytes.count, start + 4096)])
    }
    #expect(events == [.paste(text), .key("q")])
  }

  @Test("A paste whose end is lost ends after a while")
  func lostEnd() {
    var parser = InputParser()
    #expect(parser.feed(Array("\u{1b}[200~half".utf8)).isEmpty)
    #expect(parser.timeout == .seconds(5))
    #expect(parser.timeOut() == [.paste("half")])
  }

  @Test(
    "Keys have names",
    arguments: [
      ("q", "q"), ("down", .down), ("ctrl+c", .ctrl("c")),
      ("alt+shift+left", Key(.left, [.alternate, .shift])),
      ("f5", .function(5)), ("space", " "), ("+", "+"), ("ctrl++", .ctrl("+")),
      ("shift+tab", .backtab),
      ("中", "中"),
    ] as [(String, Key)])
  func names(name: String, key: Key) {
    #expect(Key(name) == key)
    #expect(Key(key.description) == key)
  }

  @Test("An invalid key name is refused", arguments: ["", "hyper+x", "f0", "f99", "upp", "ctrl+"])
  func noNames(name: String) {
    #expect(Key(name) == nil)
  }
}
