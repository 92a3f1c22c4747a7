import Foundation

extension UUID {
  /// Foundation's parser takes as long as the rest of a row, and a list has a hundred thousand.
  init?(text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 36
    else { return nil }
    var bytes: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    var place = 0
    var isValid = true
    withUnsafeMutableBytes(of: &bytes) { bytes in
      for index in 0..<16 {
        if index == 4 || index == 6 || index == 8 || index == 10 {
          isValid = isValid && text[place] == UInt8(ascii: "-")
          place += 1
        }
        let (high, low) = (text[place].hexDigit, text[place + 1].hexDigit)
        isValid = isValid && (high | low) < 16
        bytes[index] = high << 4 | low
        place += 2
      }
    }
    guard isValid
    else { return nil }
    self.init(uuid: bytes)
  }
}

extension UInt8 {
  fileprivate var hexDigit: UInt8 {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self & 15
    case UInt8(ascii: "a")...UInt8(ascii: "f"), UInt8(ascii: "A")...UInt8(ascii: "F"):
      (self & 15) + 9
    default: 255
    }
  }
}
