import Foundation
import TestSoundServer
import Testing

/// Missing parts are reported by 'doctor' and by the command that needs them, in specific words.
@Suite(.enabled(if: TestSoundServer.isInstalled, "pulseaudio is not installed"))
struct StatusTests {
  private func finding(_ what: String, in outcome: Sandbox.Outcome) throws -> [String: String] {
    try #require(
      outcome.objects.first { $0["what"] as? String == what } as? [String: String],
      "\(outcome.output)")
  }

  private func expect(
    _ sandbox: Sandbox, microphone: String, loudspeaker: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let doctor = try sandbox.run("doctor", "--json")
    for (what, words) in [("microphone", microphone), ("loudspeaker", loudspeaker)] {
      let finding = try finding(what, in: doctor)
      #expect(finding["detail"]?.contains(words) == true, sourceLocation: sourceLocation)
      #expect(finding["verdict"] == "remark", sourceLocation: sourceLocation)
      #expect(finding["fix"]?.isEmpty == false, sourceLocation: sourceLocation)
    }
    #expect(doctor.status == 0, "memos may come from elsewhere", sourceLocation: sourceLocation)
  }

  @Test("Without a sound server")
  func noServer() throws {
    try expect(
      Sandbox(), microphone: "cannot connect to a sound server",
      loudspeaker: "cannot connect to a sound server")
  }

  @Test("With a sound server without devices")
  func noDevice() async throws {
    let server = try await TestSoundServer.start(devices: [])
    defer { server.kill() }
    let sandbox = try Sandbox(soundServer: server.address)
    try expect(
      sandbox, microphone: "no microphone found", loudspeaker: "no loudspeaker found")
    try sandbox.run("record", "--seconds", "1")
      .expectComplaint(saying: "no microphone found", "plug one in")
  }

  @Test("With muted devices a recording is made, with a warning")
  func muted() async throws {
    let server = try await TestSoundServer.start()
    defer { server.kill() }
    try server.control("set-source-mute", TestSoundServer.source, "1")
    try server.control("set-sink-mute", TestSoundServer.sink, "1")
    let sandbox = try Sandbox(soundServer: server.address)
    try expect(
      sandbox, microphone: "is muted, so recordings are silent",
      loudspeaker: "is muted, so playback is silent")
    let recorded = try sandbox.run("record", "--seconds", "0.5", "--no-transcript", "--json")
    #expect(recorded.status == 0)
    #expect(recorded.error.contains("is muted, so recordings are silent; unmute it"))
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("All present items are good")
  func good() async throws {
    let server = try await TestSoundServer.start()
    defer { server.kill() }
    let doctor = try Sandbox(soundServer: server.address).run("doctor", "--json")
    for what in ["speech engine", "microphone", "loudspeaker"] {
      #expect(try finding(what, in: doctor)["verdict"] == "good")
    }
  }

  @Test(
    "Without an engine or an intact model, a recording is kept with a note",
    arguments: [
      ("gone", "the program set by SPEECHMEMO_HELPER cannot be run"),
      ("weights-missing", "weights are not whole"),
      ("weights-broken", "weights are not whole"), ("dies at start", "no engine here"),
    ])
  func engine(part: String, words: String) async throws {
    let server = try await TestSoundServer.start()
    defer { server.kill() }
    let sandbox = try Sandbox(soundServer: server.address)
    if part == "gone" { try FileManager.default.removeItem(atPath: sandbox.path("engine")) }
    let doctor = try sandbox.run("doctor", "--json", engine: part)
    let finding = try finding("speech engine", in: doctor)
    #expect(doctor.status == 1)
    #expect(finding["verdict"] == "wrong")
    #expect(finding["detail"]?.contains(words) == true, "\(finding)")
    let recorded = try sandbox.run("record", "--seconds", "0.5", "--json", engine: part)
    #expect(recorded.status == 1)
    let failed = recorded.objects.first { $0["event"] as? String == "failed" }
    #expect((failed?["reason"] as? String)?.contains(words) == true, "\(recorded)")
    let memo = try #require(try sandbox.memos().first)
    #expect(memo["state"] as? String == "failed")
    #expect((memo["reason"] as? String)?.contains(words) == true, "\(memo)")
    try sandbox.expectWhole(memoCount: 1)
  }
}
