import Foundation
import SharedModels
import Testing

struct TextControlsTests {
  private static let wild = "a\u{1b}[2J\u{202e}b\u{9b}c\u{2066}d\u{feff}\u{0}e\r\nf\tg\u{2028}h"

  @Test("Control characters are removed; breaks and tabs become spaces")
  func without() {
    #expect(Self.wild.withoutControls == "a[2Jbcde f g h")
    let plain = "Grüße, 你好 👨‍👩‍👧 שלום\u{200f}"
    #expect(plain.withoutControls == plain)
  }

  @Test("JSON keeps control characters, escaped")
  func json() throws {
    let text = String(decoding: try JSONEncoder.speechMemo.encode([Self.wild]), as: UTF8.self)
      .withEscapedControls
    let controls = text.unicodeScalars.filter(\.isTextControl)
    #expect(controls.isEmpty)
    #expect(try JSONDecoder().decode([String].self, from: Data(text.utf8)) == [Self.wild])
  }
}
