import Foundation
import TestSoundServer
import TestTerminal
import Testing

/// Crashes of the program itself, by a signal that the system sends for a bad pointer.
@Suite(
  .enabled(if: TestSoundServer.isInstalled, "no pulseaudio"),
  .disabled(if: isSanitized, "Swift's backtracer cannot stop the thread sanitizer's threads"))
struct CrashTests {
  @Test("A crash of 'record' restores the terminal, and leaves a draft and a report")
  func record() async throws {
    let server = try await TestSoundServer.start()
    let sandbox = try Sandbox(soundServer: server.address)
    try FileManager.default.createDirectory(at: sandbox.home, withIntermediateDirectories: true)
    chmod(sandbox.home.path, 0o700)
    let environment = sandbox.environment().merging(["TERM": "xterm-256color"]) { $1 }
    try await onItsOwnThread {
      let terminal = try Terminal()
      try terminal.start(
        Sandbox.program, ["record", "--no-transcript"], environment: environment)
      repeat { try terminal.expect("●") } while terminal.isCooked
      terminal.signal(SIGSEGV)
      try terminal.expect("done ***")
      #expect(terminal.isCooked)
      // Once the report is written the runtime repeats the fault, which a signal of ours is not.
      terminal.signal(SIGKILL)
      _ = terminal.finish()
    }
    let doctor = try sandbox.run("doctor", "--json")
    let finding = doctor.objects.first { $0["what"] as? String == "crash reports" }
    #expect((finding?["detail"] as? String)?.hasPrefix("1, the newest from ") == true)
    let recovered = try sandbox.run("recover")
    #expect(recovered.status == 0, "\(recovered.error)")
    try sandbox.expectWhole(memoCount: 1)
  }
}
