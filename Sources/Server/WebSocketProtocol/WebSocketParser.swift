public struct WebSocketParser: Sendable {
  public enum Role: Sendable {
    case client
    case server
  }

  public struct Limits: Hashable, Sendable {
    public var frame: Int
    public var message: Int

    public init(frame: Int = 1 << 20, message: Int = 1 << 20) {
      self.frame = frame
      self.message = message
    }
  }

  private enum Part {
    case head
    case payload(Frame)
    case closed
    case failed(WebSocketError)
  }

  private struct Frame {
    let kind: WebSocketFrame.Kind
    let isLast: Bool
    let mask: UInt32?
    let byteCount: Int
    var rest: Int
  }

  private let limits: Limits
  private let role: Role
  private var part = Part.head
  private var head: [UInt8] = []
  private var control: [UInt8] = []
  private var message: [UInt8] = []
  private var messageKind: WebSocketFrame.Kind?

  public init(_ role: Role = .server, limits: Limits = Limits()) {
    self.limits = limits
    self.role = role
  }

  public var keptByteCount: Int { head.count + control.count + message.count }

  public var isWithinMessage: Bool {
    if case .payload = part { return true }
    return !head.isEmpty || messageKind != nil
  }

  /// Consumes an event's bytes; `nil` if more are needed or after a close. Errors are thrown again.
  public mutating func next(
    from bytes: inout ArraySlice<UInt8>
  ) throws(WebSocketError) -> WebSocketEvent? {
    do throws(WebSocketError) {
      while true {
        switch part {
        case .head:
          guard let frame = try takeHead(from: &bytes)
          else { return nil }
          part = .payload(frame)
        case .payload(let frame):
          guard take(frame, from: &bytes)
          else { return nil }
          part = .head
          if let event = try event(of: frame) { return event }
        case .closed:
          bytes = []
          return nil
        case .failed(let error):
          throw error
        }
      }
    } catch {
      (head, control, message) = ([], [], [])
      part = .failed(error)
      throw error
    }
  }

  private mutating func takeHead(
    from bytes: inout ArraySlice<UInt8>
  ) throws(WebSocketError) -> Frame? {
    while head.count < headByteCount {
      guard let byte = bytes.popFirst()
      else { return nil }
      head.append(byte)
      // Errors are reported before the rest has arrived.
      if head.count == 2 { try checkHead() }
    }
    let frame = try frame()
    head.removeAll(keepingCapacity: true)
    return frame
  }

  private var headByteCount: Int {
    guard head.count >= 2
    else { return 2 }
    return 2 + lengthByteCount + (head[1] & 0x80 != 0 ? 4 : 0)
  }

  private var lengthByteCount: Int {
    switch head[1] & 0x7f {
    case 126: 2
    case 127: 8
    default: 0
    }
  }

  private func checkHead() throws(WebSocketError) {
    guard head[0] & 0x70 == 0
    else { throw .reservedBits }
    guard let kind = WebSocketFrame.Kind(rawValue: head[0] & 0x0f)
    else { throw .reservedKind(head[0] & 0x0f) }
    guard (head[1] & 0x80 != 0) == (role == .server)
    else { throw role == .server ? .notMasked : .masked }
    if kind.isControl {
      guard head[0] & 0x80 != 0, head[1] & 0x7f <= WebSocketFrame.controlLimit
      else { throw .badControlFrame }
    } else {
      guard (kind == .continuation) == (messageKind != nil)
      else { throw kind == .continuation ? .nothingToContinue : .messageNotEnded }
    }
  }

  private mutating func frame() throws(WebSocketError) -> Frame {
    guard let kind = WebSocketFrame.Kind(rawValue: head[0] & 0x0f)
    else { throw .reservedKind(head[0] & 0x0f) }
    let ownLength = head[2..<2 + lengthByteCount]
    let length =
      ownLength.isEmpty
      ? UInt64(head[1] & 0x7f) : ownLength.reduce(0) { $0 << 8 | UInt64($1) }
    // RFC 6455 allows only the shortest encoding of a length.
    let possible: ClosedRange<UInt64> =
      switch ownLength.count {
      case 2: 126...UInt64(UInt16.max)
      case 8: UInt64(UInt16.max) + 1...UInt64(Int64.max)
      default: 0...125
      }
    guard possible.contains(length)
    else { throw .badLength }
    guard length <= limits.frame
    else { throw .tooLarge(limit: limits.frame) }
    if !kind.isControl {
      guard message.count + Int(length) <= limits.message
      else { throw .tooLarge(limit: limits.message) }
      if kind != .continuation { messageKind = kind }
    }
    return Frame(
      kind: kind, isLast: head[0] & 0x80 != 0,
      mask: head[1] & 0x80 != 0 ? head.suffix(4).reduce(0) { $0 << 8 | UInt32($1) } : nil,
      byteCount: Int(length), rest: Int(length))
  }

  private mutating func take(_ frame: Frame, from bytes: inout ArraySlice<UInt8>) -> Bool {
    let piece = bytes.prefix(frame.rest)
    bytes = bytes[piece.endIndex...]
    let offset = frame.byteCount - frame.rest
    if frame.kind.isControl {
      control.append(piece, mask: frame.mask, at: offset)
    } else {
      message.append(piece, mask: frame.mask, at: offset)
    }
    var frame = frame
    frame.rest -= piece.count
    part = .payload(frame)
    return frame.rest == 0
  }

  private mutating func event(of frame: Frame) throws(WebSocketError) -> WebSocketEvent? {
    if frame.kind.isControl {
      let payload = control
      control = []
      switch frame.kind {
      case .ping: return .ping(payload)
      case .pong: return .pong(payload)
      default:
        let close = try WebSocketClose(payload: payload)
        part = .closed
        (message, messageKind) = ([], nil)
        return .close(close)
      }
    }
    guard frame.isLast
    else { return nil }
    let (bytes, kind) = (message, messageKind)
    (message, messageKind) = ([], nil)
    guard kind == .text
    else { return .message(.binary(bytes)) }
    guard let text = String(validating: bytes, as: UTF8.self)
    else { throw .notUTF8 }
    return .message(.text(text))
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ piece: ArraySlice<UInt8>, mask: UInt32?, at offset: Int) {
    let start = count
    self += piece
    if let mask { self.mask(from: start, by: mask, at: offset) }
  }
}

extension WebSocketClose {
  fileprivate init?(payload: [UInt8]) throws(WebSocketError) {
    guard !payload.isEmpty
    else { return nil }
    guard payload.count >= 2
    else { throw .badClose }
    let code = Code(rawValue: UInt16(payload[0]) << 8 | UInt16(payload[1]))
    guard code.isSent
    else { throw .badClose }
    guard let reason = String(validating: payload[2...], as: UTF8.self)
    else { throw .notUTF8 }
    self.init(code, reason)
  }
}
