import Glibc
import Testing

@testable import CommandLineProgram

@Suite(
  .enabled(if: dlopen("libqrencode.so.4", RTLD_NOW) != nil, "libqrencode4 is not installed"))
struct QRCodeTests {
  @Test("A code has its three marks, and nothing around it")
  func marks() throws {
    let code = try QRCode("https://home.example/#token=speechmemo_x")
    #expect(code.width >= 25 && (code.width - 17) % 4 == 0)
    let mark = ["1111111", "1000001", "1011101", "1011101", "1011101", "1000001", "1111111"]
    for (row, column) in [(0, 0), (0, code.width - 7), (code.width - 7, 0)] {
      let found = (0..<7).map { y in
        (0..<7).map { code[row + y, column + $0] ? "1" : "0" }.joined()
      }
      #expect(found == mark)
    }
    #expect(!code[-1, 0] && !code[0, code.width])
  }

  @Test("Another text is another code, and the same is the same")
  func texts() throws {
    #expect(try QRCode("a") == QRCode("a"))
    #expect(try QRCode("a") != QRCode("b"))
  }

  @Test("Text that does not fit a code is an error")
  func tooLong() {
    #expect(throws: QRCode.Failure.tooLong) { try QRCode(String(repeating: "x", count: 5_000)) }
  }
}
