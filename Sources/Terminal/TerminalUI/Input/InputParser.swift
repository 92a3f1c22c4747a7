/// Parses terminal input into events, however it is split. Drops unknown sequences. Only time tells
/// the escape key from a sequence: call ``timeOut()`` if no byte arrives within ``timeout``.
public struct InputParser: Sendable {
  private enum State {
    case controlSequence, escape, ground, legacyMouse, linuxFunction, paste, singleShift, string
    case stringEscape, utf8
  }

  private var state = State.ground
  private var isAlternate = false
  private var collected: [UInt8] = []
  private var wanted = 0
  private var introducer: UInt8 = 0
  private var events: [Event] = []

  public init() {}

  public var timeout: Duration? {
    switch state {
    case .ground: nil
    // Recovers the keyboard if the end of a paste was lost.
    case .paste: .seconds(5)
    default: .milliseconds(50)
    }
  }

  public mutating func feed(_ bytes: some Collection<UInt8>) -> [Event] {
    parse(Array(bytes))
    defer { events = [] }
    return events
  }

  public mutating func timeOut() -> [Event] {
    switch state {
    case .ground: break
    case .escape:
      if isAlternate { events.append(.key(.escape)) }
      events.append(.key(.escape))
    case .paste: endPaste()
    case .utf8: emit(.character("\u{fffd}"))
    case .controlSequence, .singleShift, .string:
      // Alone, it was Alt with the key that begins a sequence.
      guard collected.isEmpty
      else { break }
      isAlternate = true
      emit(.character(Character(Unicode.Scalar(introducer))))
    case .legacyMouse, .linuxFunction, .stringEscape: break
    }
    reset()
    defer { events = [] }
    return events
  }

  private mutating func parse(_ bytes: [UInt8]) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if case .paste = state {
        let stop = bytes[index...].firstIndex(of: 0x7e).map { $0 + 1 } ?? bytes.endIndex
        collected.append(contentsOf: bytes[index..<stop])
        index = stop
        if collected.count >= Self.pasteEnd.count,
          collected[(collected.count - Self.pasteEnd.count)...].elementsEqual(Self.pasteEnd)
        {
          collected.removeLast(Self.pasteEnd.count)
          endPaste()
        }
      } else {
        parse(bytes[index])
        index += 1
      }
    }
  }

  private static let pasteEnd = Array("\u{1b}[201~".utf8)

  private mutating func parse(_ byte: UInt8) {
    switch state {
    case .ground: begin(byte)
    case .escape: escape(byte)
    case .utf8: continueCharacter(byte)
    case .controlSequence: controlSequence(byte)
    case .singleShift: singleShift(byte)
    case .linuxFunction:
      if (0x41...0x45).contains(byte) { emit(.function(Int(byte) - 0x40)) }
      reset()
    case .legacyMouse:
      collected.append(byte)
      if collected.count == 3 {
        let values = collected.map { Int($0) - 32 }
        events.append(
          .mouse(Mouse(code: values[0], column: values[1], row: values[2], isPress: true)))
        reset()
      }
    case .string:
      switch byte {
      case 0x07: endString()
      case 0x18, 0x1a: reset()
      case 0x1b: state = .stringEscape
      default: if collected.count < 64 { collected.append(byte) }
      }
    case .stringEscape:
      if byte == 0x5c {
        endString()
      } else {
        reset()
        state = .escape
        parse(byte)
      }
    case .paste: break
    }
  }

  private mutating func begin(_ byte: UInt8) {
    switch byte {
    case 0x1b: state = .escape
    case 0x09: emit(.tab)
    case 0x0a, 0x0d: emit(.enter)
    case 0x7f: emit(.backspace)
    case 0x00: emit(.character(" "), .control)
    case 0x01...0x1a: emit(.character(Character(Unicode.Scalar(byte + 0x60))), .control)
    case 0x1c...0x1f: emit(.character(Character(Unicode.Scalar(byte + 0x40))), .control)
    case 0x20..<0x7f: emit(.character(Character(Unicode.Scalar(byte))))
    case 0xc2...0xf4:
      collected = [byte]
      wanted = byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4
      state = .utf8
    default: emit(.character("\u{fffd}"))
    }
  }

  private mutating func continueCharacter(_ byte: UInt8) {
    guard (0x80..<0xc0).contains(byte)
    else {
      emit(.character("\u{fffd}"))
      reset()
      return parse(byte)
    }
    collected.append(byte)
    guard collected.count == wanted
    else { return }
    let scalars = String(decoding: collected, as: UTF8.self).unicodeScalars
    // Overlong forms and surrogates decode to more than one replacement character.
    let scalar = scalars.count == 1 ? scalars.first : nil
    emit(.character(Character(scalar ?? "\u{fffd}")))
    reset()
  }

  private mutating func escape(_ byte: UInt8) {
    switch byte {
    case 0x1b:
      if isAlternate { events.append(.key(.escape)) }
      isAlternate = true
    case 0x5b:
      introducer = byte
      state = .controlSequence
    case 0x4f:
      introducer = byte
      state = .singleShift
    case 0x50, 0x58, 0x5d, 0x5e, 0x5f:
      introducer = byte
      state = .string
    default:
      if isAlternate { events.append(.key(.escape)) }
      isAlternate = true
      state = .ground
      begin(byte)
    }
  }

  private mutating func controlSequence(_ byte: UInt8) {
    switch byte {
    case 0x5b where collected.isEmpty:
      state = .linuxFunction
    case 0x4d where collected.isEmpty:
      state = .legacyMouse
    case 0x20..<0x40:
      // Too long for a known sequence, but its end must be found.
      if collected.count < 64 { collected.append(byte) }
    case 0x40..<0x7f:
      let sequence = ControlSequence(collected, final: byte)
      if sequence.isPasteStart {
        reset()
        state = .paste
        return
      }
      if var event = sequence.event {
        if isAlternate, case .key(var key) = event {
          key.modifiers.insert(.alternate)
          event = .key(key)
        }
        events.append(event)
      }
      reset()
    default:
      reset()
      if byte != 0x18, byte != 0x1a { parse(byte) }
    }
  }

  private mutating func singleShift(_ byte: UInt8) {
    if (0x30...0x39).contains(byte) || byte == 0x3b {
      if collected.count < 8 { collected.append(byte) }
      return
    }
    guard (0x40..<0x7f).contains(byte)
    else {
      reset()
      return parse(byte)
    }
    let modifiers = collected.last.map { "1;\(Character(Unicode.Scalar($0)))" } ?? ""
    if byte == 0x4d {
      emit(.enter)
    } else if let event = ControlSequence(Array(modifiers.utf8), final: byte).event {
      events.append(event)
    }
    reset()
  }

  private mutating func endString() {
    if introducer == 0x5d, let isDark = BackgroundReport(collected)?.isDark {
      events.append(.background(isDark: isDark))
    }
    reset()
  }

  private mutating func endPaste() {
    var text = String(decoding: collected, as: UTF8.self)
    if text.utf8.contains(0x0d) {
      text = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }
    events.append(.paste(text))
    reset()
  }

  private mutating func emit(_ code: Key.Code, _ modifiers: Key.Modifiers = []) {
    events.append(.key(Key(code, isAlternate ? modifiers.union(.alternate) : modifiers)))
    if case .ground = state { isAlternate = false }
  }

  private mutating func reset() {
    state = .ground
    isAlternate = false
    collected = []
  }
}
