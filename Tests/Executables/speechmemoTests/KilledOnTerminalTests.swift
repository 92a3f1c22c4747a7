import Foundation
import TestSoundServer
import TestTerminal
import Testing

/// Whatever ends 'record' and 'play' on a terminal, it is as it was.
@Suite(.enabled(if: TestSoundServer.isInstalled, "no pulseaudio"))
struct KilledOnTerminalTests {
  /// Starts the program, and kills it when it has drawn `sign` and taken the keys.
  private func kill(
    _ arguments: [String], showing sign: String, in sandbox: Sandbox
  ) async throws {
    let environment = sandbox.environment().merging(["TERM": "xterm-256color"]) { $1 }
    try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start(Sandbox.program, arguments, environment: environment)
      repeat { try terminal.expect(sign) } while terminal.isCooked
      terminal.signal(SIGKILL)
      #expect(terminal.finish().status & 0x7f == SIGKILL)
      #expect(terminal.isCooked)
    }
  }

  @Test("Killing 'record' restores the terminal, and its draft is complete")
  func record() async throws {
    let server = try await TestSoundServer.start()
    let sandbox = try Sandbox(soundServer: server.address)
    try await kill(["record", "--no-transcript"], showing: "●", in: sandbox)
    let recovered = try sandbox.run("recover")
    #expect(recovered.status == 0, "\(recovered.error)")
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("Killing 'play' restores the terminal")
  func play() async throws {
    let server = try await TestSoundServer.start()
    let sandbox = try Sandbox(soundServer: server.address)
    let path = try sandbox.file("memo.wav", Sound.tone(seconds: 60))
    let imported = try sandbox.run("import", "--no-wait", path)
    #expect(imported.status == 0, "\(imported.error)")
    let id = try #require(try sandbox.memos().first?["id"] as? String)
    try await kill(["play", id], showing: "▶", in: sandbox)
    try sandbox.expectWhole(memoCount: 1)
  }
}
