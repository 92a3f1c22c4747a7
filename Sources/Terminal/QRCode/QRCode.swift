import Glibc

/// A text as a picture that phones read: ISO/IEC 18004, made by libqrencode.
public struct QRCode: Equatable, Sendable {
  /// How many squares a side has, without the quiet zone around.
  public let width: Int
  private let isDark: [Bool]

  /// - Parameter text: As much as about 2,000 letters; the fewer, the larger the squares can be.
  /// - Throws: ``Failure``.
  public init(_ text: String) throws(Failure) {
    guard let library = Library.shared
    else { throw .noLibrary }
    guard
      let made = text.withCString({
        library.encode($0, Library.anyVersion, Library.mediumCorrection, Library.bytes, 1)
      })
    else { throw .tooLong }
    defer { library.free(made) }
    let code = made.assumingMemoryBound(to: Library.Code.self).pointee
    width = Int(code.width)
    // Of each byte the lowest bit is the color.
    isDark = UnsafeBufferPointer(start: code.squares, count: width * width).map { $0 & 1 == 1 }
  }

  /// Whether a square is dark; those around the code are not.
  public subscript(row: Int, column: Int) -> Bool {
    let range = 0..<width
    return range.contains(row) && range.contains(column) && isDark[row * width + column]
  }

  /// Why there is no code.
  public enum Failure: Error, Equatable, CustomStringConvertible {
    /// The library is not installed.
    case noLibrary
    /// The text is longer than any code holds.
    case tooLong

    public var description: String {
      switch self {
      case .noLibrary: "libqrencode.so.4 is not installed; install libqrencode4"
      case .tooLong: "the text is too long for a QR code"
      }
    }
  }
}

/// The library, which is loaded at its first use: most never need it.
private struct Library: @unchecked Sendable {
  /// What the library makes: its header's `QRcode`.
  struct Code {
    var version: Int32
    var width: Int32
    var squares: UnsafePointer<UInt8>
  }

  typealias Encode =
    @convention(c) (UnsafePointer<CChar>, Int32, Int32, Int32, Int32) -> UnsafeMutableRawPointer?
  typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void

  /// As small as the text allows.
  static let anyVersion: Int32 = 0
  /// `QR_ECLEVEL_M` and `QR_MODE_8`.
  static let (mediumCorrection, bytes): (Int32, Int32) = (1, 2)

  let encode: Encode
  let free: Free

  /// Kept until the program ends.
  static let shared: Library? = {
    guard let file = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL),
      let encode = dlsym(file, "QRcode_encodeString"), let free = dlsym(file, "QRcode_free")
    else { return nil }
    return Library(
      encode: unsafeBitCast(encode, to: Encode.self), free: unsafeBitCast(free, to: Free.self))
  }()
}
