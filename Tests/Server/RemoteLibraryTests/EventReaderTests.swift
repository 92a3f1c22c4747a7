@testable import RemoteLibrary
import Testing

struct EventReaderTests {
  private let text = """
    : a remark\r
    id: 1-2
    event: memos
    data: {"ids":
    data:[]}


    data: x\r\r
    """

  @Test("Events are the same wherever the bytes are cut")
  func cuts() {
    let bytes = Array(text.utf8)
    let expected = [
      EventReader.Event(data: "{\"ids\":\n[]}", id: "1-2", name: "memos"),
      EventReader.Event(data: "x"),
    ]
    for cut in 0...bytes.count {
      var reader = EventReader()
      let events = reader.events(in: bytes[..<cut]) + reader.events(in: bytes[cut...])
      #expect(events == expected, "\(cut)")
    }
  }
}
