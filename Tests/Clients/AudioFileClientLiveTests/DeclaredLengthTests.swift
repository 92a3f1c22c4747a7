import Foundation
import Testing

@testable import AudioFileClientLive

@Suite struct DeclaredLengthTests {
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test(
    "a file that becomes shorter after it was opened declares no length", arguments: [12, 14, 20])
  func shortened(byteCount: UInt64) throws {
    let head = Array("RIFF\0\0\0\0WAVEfmt \0\0\0\0".utf8)
    let file = try folder.file("a.wav", head + [UInt8](repeating: 0, count: 100))
    let input = try InputFile(file)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: byteCount)
    try handle.close()
    let length = try DeclaredLength(input)
    #expect(length == nil)
  }
}
