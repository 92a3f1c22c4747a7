import Glibc

/// A QR code (ISO/IEC 18004), made by libqrencode, which is loaded on first use.
struct QRCode: Equatable, Sendable {
  let width: Int
  private let isDark: [Bool]

  init(_ text: String) throws(Failure) {
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
    isDark = UnsafeBufferPointer(start: code.squares, count: width * width).map { $0 & 1 == 1 }
  }

  subscript(row: Int, column: Int) -> Bool {
    let range = 0..<width
    return range.contains(row) && range.contains(column) && isDark[row * width + column]
  }

  enum Failure: Error, Equatable, CustomStringConvertible {
    case noLibrary
    case tooLong

    var description: String {
      switch self {
      case .noLibrary: "libqrencode.so.4 is not installed; install libqrencode4"
      case .tooLong: "the text is too long for a QR code"
      }
    }
  }
}

private struct Library: @unchecked Sendable {
  struct Code {
    var version: Int32
    var width: Int32
    var squares: UnsafePointer<UInt8>
  }

  typealias Encode =
    @convention(c) (UnsafePointer<CChar>, Int32, Int32, Int32, Int32) -> UnsafeMutableRawPointer?
  typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Void

  static let anyVersion: Int32 = 0
  /// `QR_ECLEVEL_M` and `QR_MODE_8`.
  static let (mediumCorrection, bytes): (Int32, Int32) = (1, 2)

  let encode: Encode
  let free: Free

  static let shared: Library? = {
    guard let file = dlopen("libqrencode.so.4", RTLD_NOW | RTLD_LOCAL),
      let encode = dlsym(file, "QRcode_encodeString"), let free = dlsym(file, "QRcode_free")
    else { return nil }
    return Library(
      encode: unsafeBitCast(encode, to: Encode.self), free: unsafeBitCast(free, to: Free.self))
  }()
}
