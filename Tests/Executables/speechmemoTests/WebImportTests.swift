import Foundation
import TestWebServer
import Testing

/// Imports from a web server.
struct WebImportTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// Two seconds of 8-bit audio as ASCII characters, which the web server can send as a text.
  private static let sound: String = {
    let count = 0x4040
    func bytes(_ number: Int) -> String {
      String(
        String.UnicodeScalarView(
          [0, 8, 16, 24].map { Unicode.Scalar(UInt8(number >> $0 & 0x7f)) }))
    }
    return "RIFF" + bytes(0x4064) + "WAVEfmt " + bytes(16) + "\u{1}\0\u{1}\0" + bytes(8_000)
      + bytes(8_000) + "\u{1}\0\u{8}\0data" + bytes(count)
      + String(repeating: "\u{7f}", count: count)
  }()

  @Test("A file is downloaded, with its name and its date")
  func file() throws {
    let server = try WebServer(
      answering: .status(302),
      .status(
        200, text: Self.sound, headers: ["Last-Modified: Tue, 15 Sep 2020 08:49:37 GMT"]))
    try sandbox.run("import", "\(server.origin)/talk.wav").expectSuccess()
    let memo = try #require(try sandbox.memos().first)
    #expect(memo["title"] as? String == "elsewhere")
    #expect(memo["date"] as? String == "2020-09-15T08:49:37Z")
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("What is not there, or not audio, is reported and leaves nothing")
  func notAudio() throws {
    let server = try WebServer(answering: .status(404), .status(200, text: "text"))
    try sandbox.run("import", server.url)
      .expectComplaint(saying: server.url, "the server responded with 404")
    try sandbox.run("import", server.url)
      .expectComplaint(saying: server.url, "is not an audio file")
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test("Ctrl-C during a download leaves nothing")
  func stopped() throws {
    let server = try WebServer(
      answering: .raw("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nRIFF", then: .hold))
    let running = try sandbox.start(["import", server.url], engine: "")
    _ = server.requests(waitingFor: 1)
    running.child.send(SIGINT)
    try sandbox.finish(running)
      .expectComplaint(saying: "stopped; nothing was imported", status: 130)
    try sandbox.expectWhole(memoCount: 0)
  }
}
