import Foundation
import TestSoundServer
import TestTerminal
import Testing

/// Microphone and loudspeaker, as the program uses them.
struct RecordAndPlayTests {
  @Test("Without a sound server, one line reports it")
  func noServer() throws {
    let sandbox = try Sandbox()
    for arguments in [["record"], ["devices"]] {
      let outcome = try sandbox.finish(sandbox.start(arguments, engine: ""))
      outcome.expectComplaint(saying: "cannot connect to a sound server", "start PipeWire")
    }
    #expect(sandbox.soundFiles().isEmpty)
  }

  @Test(
    "A memo is recorded and played", .enabled(if: TestSoundServer.isInstalled, "no pulseaudio"))
  func recordAndPlay() async throws {
    let server = try await TestSoundServer.start()
    let sandbox = try Sandbox(soundServer: server.address)
    let recorded = try sandbox.run("record", "--seconds", "1", "--no-transcript", "--json")
    #expect(recorded.status == 0, "\(recorded.error)")
    #expect(recorded.objects.map { $0["event"] as? String } == ["recording", "saved"])
    try sandbox.expectWhole(memoCount: 1)
    let memo = try #require(try sandbox.memos().first)
    let duration = try #require(memo["duration"] as? Double)
    #expect(duration >= 1)
    let id = try #require(memo["id"] as? String)
    let played = try sandbox.run("play", id, "--speed", "2")
    #expect(played.status == 0, "\(played.error)")
    #expect(played.error.hasPrefix("Playing Memo of "))
    server.kill()
    try sandbox.run("play", id).expectComplaint(saying: "cannot connect to a sound server")
  }

  @Test(
    "Two simultaneous interrupts keep the memo with its title, and a note",
    .enabled(if: TestSoundServer.isInstalled, "no pulseaudio"),
    arguments: [[SIGINT, SIGTERM], [SIGTERM, SIGINT, SIGHUP, SIGINT]])
  func hurried(signals: [Int32]) async throws {
    let server = try await TestSoundServer.start()
    let sandbox = try Sandbox(soundServer: server.address)
    let recording = try sandbox.start(["record", "--json", "--title", "Pier"], engine: "")
    _ = try await onItsOwnThread { try sandbox.firstLine(of: recording) }
    for signal in signals { recording.child.send(signal) }
    let outcome = try sandbox.finish(recording)
    #expect(signals.map { 128 + $0 }.contains(outcome.status), "\(outcome)")
    let saved = outcome.objects.first { $0["event"] as? String == "saved" }
    #expect(saved?["title"] as? String == "Pier", "\(outcome)")
    #expect(outcome.error.contains("'speechmemo retry' creates the transcript"))
    #expect(try sandbox.memos().map { $0["title"] as? String } == ["Pier"])
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test(
    "A killed recording leaves a draft that 'recover' turns into a memo",
    .enabled(if: TestSoundServer.isInstalled, "no pulseaudio"))
  func killed() async throws {
    let server = try await TestSoundServer.start()
    let sandbox = try Sandbox(soundServer: server.address)
    let recording = try sandbox.start(["record", "--json", "--no-transcript"], engine: "")
    _ = try await onItsOwnThread { try sandbox.firstLine(of: recording) }
    recording.child.send(SIGKILL)
    _ = try sandbox.finish(recording)
    #expect(sandbox.soundFiles().contains { $0.hasSuffix(".draft") })
    let recovered = try sandbox.run("recover")
    #expect(recovered.status == 0, "\(recovered.error)")
    #expect(recovered.output.contains("saved Recovered memo of "))
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test(
    "A killed recording keeps its title", .enabled(if: TestSoundServer.isInstalled, "no pulseaudio")
  )
  func killedWithTitle() async throws {
    let server = try await TestSoundServer.start()
    let sandbox = try Sandbox(soundServer: server.address)
    let recording = try sandbox.start(
      ["record", "--json", "--no-transcript", "--title", "Pier"], engine: "")
    _ = try await onItsOwnThread { try sandbox.firstLine(of: recording) }
    recording.child.send(SIGKILL)
    _ = try sandbox.finish(recording)
    let recovered = try sandbox.run("recover")
    #expect(recovered.status == 0, "\(recovered.error)")
    #expect(try sandbox.memos().map { $0["title"] as? String } == ["Pier"])
    try sandbox.expectWhole(memoCount: 1)
  }
}
