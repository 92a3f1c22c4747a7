import Hashing
import Testing

struct HashingTests {
  private func checksum(of pieces: String...) -> String {
    var checksum = Checksum()
    for piece in pieces { Array(piece.utf8).withUnsafeBytes { checksum.update($0) } }
    return checksum.finish()
  }

  @Test("Checksums match the examples of FIPS 180-4, in chunks of any size")
  func checksums() {
    #expect(
      checksum(of: "a", "", "bc")
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      checksum(of: "") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  }

  @Test("Codes match test cases 1, 2 and 6 of RFC 4231")
  func codes() {
    func code(_ key: [UInt8], _ message: String) -> String {
      authenticationCode(of: Array(message.utf8), key: key)
        .map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    #expect(
      code([UInt8](repeating: 0x0b, count: 20), "Hi There")
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      code(Array("Jefe".utf8), "what do ya want for nothing?")
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      code(
        [UInt8](repeating: 0xaa, count: 131),
        "Test Using Larger Than Block-Size Key - Hash Key First")
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test("The SHA-1 is that of FIPS 180-4's examples")
  func oldChecksum() {
    func digest(_ text: String) -> String {
      sha1(of: Array(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }
        .joined()
    }
    #expect(digest("abc") == "a9993e364706816aba3e25717850c26c9cd0d89d")
    #expect(digest("") == "da39a3ee5e6b4b0d3255bfef95601890afd80709")
  }

  @Test("MD5 matches the examples of RFC 1321, in chunks of any size")
  func md5() {
    func digest(_ pieces: String...) -> String {
      var md5 = MD5()
      for piece in pieces { Array(piece.utf8).withUnsafeBytes { md5.update($0) } }
      return hexadecimal(md5.finish())
    }
    #expect(digest("a", "", "bc") == "900150983cd24fb0d6963f7d28e17f72")
    #expect(digest() == "d41d8cd98f00b204e9800998ecf8427e")
  }
}
