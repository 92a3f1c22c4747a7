/// Lossless conversion between system strings and Unicode. Bytes 80 to FF outside valid UTF-8 map
/// to U+10DC80 to U+10DCFF, as do the bytes of names with these characters: it is one-to-one.
extension String {
  public init(systemBytes bytes: some Collection<UInt8>) {
    if let text = String(validating: bytes, as: UTF8.self), !text.mayHoldBytes {
      self = text
      return
    }
    self = Self.keepingBytes(Array(bytes))
  }

  public init(systemPath pointer: UnsafePointer<CChar>) {
    var count = 0
    while pointer[count] != 0 { count += 1 }
    self = UnsafeBufferPointer(start: pointer, count: count)
      .withMemoryRebound(to: UInt8.self) { String(systemBytes: $0) }
  }

  public var systemPath: [CChar] {
    guard mayHoldBytes
    else { return Array(utf8CString) }
    var path: [CChar] = []
    for scalar in unicodeScalars {
      if let byte = scalar.keptByte {
        path.append(CChar(bitPattern: byte))
      } else {
        path += UTF8.encode(scalar).map { $0.map { CChar(bitPattern: $0) } } ?? []
      }
    }
    return path + [0]
  }

  /// Shows bytes that are not text as `\xE4`.
  public var showingBytes: String {
    guard mayHoldBytes
    else { return self }
    return unicodeScalars.map { scalar in
      scalar.keptByte.map { "\\x" + String($0, radix: 16, uppercase: true) } ?? String(scalar)
    }.joined()
  }

  private var mayHoldBytes: Bool { utf8.contains(0xf4) }

  private static func keepingBytes(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var position = 0
    while true {
      let count: Int
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        let scalar = UTF8.decode(encoded)
        count = encoded.count
        if scalar.keptByte == nil {
          text.append(scalar)
          position += count
          continue
        }
      case .error(let length):
        count = length
      case .emptyInput:
        return String(text)
      }
      text.append(
        contentsOf: bytes[position..<position + count].compactMap(Unicode.Scalar.init(keeping:)))
      position += count
    }
  }
}

extension Unicode.Scalar {
  private static let offset: UInt32 = 0x10dc00

  fileprivate init?(keeping byte: UInt8) {
    self.init(Self.offset + UInt32(byte))
  }

  fileprivate var keptByte: UInt8? {
    (Self.offset + 0x80...Self.offset + 0xff).contains(value) ? UInt8(value - Self.offset) : nil
  }
}
