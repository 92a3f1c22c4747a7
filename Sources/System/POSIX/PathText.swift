/// Paths, arguments and variables as Swift's strings, without losing a byte.
///
/// The system takes any bytes but zero for a name; Swift's strings are Unicode. Each byte that is
/// no part of valid UTF-8 is kept as one character of a private range: U+10DC80 to U+10DCFF for the
/// bytes 80 to FF. A name that holds such characters itself has their bytes kept in the same way, so
/// that each name is one string, and each of these strings one name. Whatever leads to such a
/// string, folders and endings put to it included, leads back to the same bytes.
extension String {
  /// Reads the bytes of a path, an argument or a variable.
  public init(systemBytes bytes: some Collection<UInt8>) {
    if let text = String(validating: bytes, as: UTF8.self), !text.mayHoldBytes {
      self = text
      return
    }
    self = Self.keepingBytes(Array(bytes))
  }

  /// Reads what a pointer of the system's leads to, up to the zero.
  public init(systemPath pointer: UnsafePointer<CChar>) {
    var count = 0
    while pointer[count] != 0 { count += 1 }
    self = UnsafeBufferPointer(start: pointer, count: count)
      .withMemoryRebound(to: UInt8.self) { String(systemBytes: $0) }
  }

  /// The bytes that this stands for, as the system takes them: with the zero that ends them.
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

  /// The text for people: each byte that is no text is shown as `\xE4`.
  public var showingBytes: String {
    guard mayHoldBytes
    else { return self }
    return unicodeScalars.map { scalar in
      scalar.keptByte.map { "\\x" + String($0, radix: 16, uppercase: true) } ?? String(scalar)
    }.joined()
  }

  /// Whether there is a character of the highest plane, as hardly any text has.
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
  /// The first character of the range, less the first byte that is kept.
  private static let offset: UInt32 = 0x10dc00

  /// A byte from 80 on.
  fileprivate init?(keeping byte: UInt8) {
    self.init(Self.offset + UInt32(byte))
  }

  fileprivate var keptByte: UInt8? {
    (Self.offset + 0x80...Self.offset + 0xff).contains(value) ? UInt8(value - Self.offset) : nil
  }
}
