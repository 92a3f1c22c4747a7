import ConsoleClient
import Testing

struct ConsoleClientTests {
  @Test("A recording console keeps the two streams apart")
  func recording() throws {
    let (console, transcript) = ConsoleClient.recording(in: .init())
    try console.line("result")
    console.note("remark")
    try console.write(text: "no line end", to: .output)
    #expect(transcript.output == "result\nno line end")
    #expect(transcript.error == "remark\n")
  }

  @Test("A remark that cannot be written stops nothing")
  func closed() {
    var console = ConsoleClient.recording(in: .init()).0
    console.write = { _, _ in throw ConsoleClient.OutputClosed() }
    console.note("remark")
    #expect(throws: ConsoleClient.OutputClosed.self) { try console.line("result") }
  }
}
