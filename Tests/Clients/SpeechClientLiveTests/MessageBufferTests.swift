import Foundation
import Testing

@testable import SpeechClientLive

@Suite("Messages of a process that has borrowed an engine")
struct MessageBufferTests {
  private let messages = [
    Data("{\"op\":\"load\",\"id\":\"1\"}\n".utf8),
    Data("{\"op\":\"audio\",\"id\":\"2\",\"bytes\":5}\n\n\n{}\n".utf8),
    Data("{\"op\":\"audio\",\"id\":\"2\",\"bytes\":0}\n".utf8),
    Data("{\"op\":\"end\",\"id\":\"2\"}\n".utf8),
  ]

  @Test("Messages are reassembled from chunks of any size", arguments: 1...40)
  func pieces(size: Int) {
    let bytes = Array(messages.joined())
    var buffer = MessageBuffer()
    var given: [Data] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      #expect(buffer.append(bytes[start..<min(start + size, bytes.count)]) { given.append($0) })
    }
    #expect(given == messages)
  }

  @Test("An incomplete message is never delivered")
  func cutOff() {
    for message in messages {
      for count in 0..<message.count {
        var buffer = MessageBuffer()
        #expect(buffer.append(Array(message)[..<count]) { _ in Issue.record("it is not whole") })
      }
    }
  }

  @Test(
    "An invalid message ends the connection",
    arguments: [
      "hello\n", "[]\n", "{\"id\":\"1\"}\n", "{\"op\":\"audio\",\"id\":\"1\",\"bytes\":-1}\n",
      "{\"op\":\"audio\",\"id\":\"1\",\"bytes\":1048577}\n", "{\"op\":5}\n",
    ])
  func wrong(line: String) {
    var buffer = MessageBuffer()
    #expect(!buffer.append(Array(line.utf8)[...]) { _ in Issue.record("it is none") })
  }

  @Test("A line without an end is too long at some time")
  func endless() {
    var buffer = MessageBuffer()
    let piece = [UInt8](repeating: 0x20, count: 1 << 20)
    var count = 0
    while buffer.append(piece[...], { _ in }), count < 10 { count += 1 }
    #expect(count == 4)
  }
}
