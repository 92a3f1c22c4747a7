import Foundation
import PulseAudio
import TestSoundServer
import Testing

@Suite("PulseAudio", .enabled(if: TestSoundServer.isInstalled, "pulseaudio is not installed"))
struct PulseAudioTests {
  @Test("The sink and its monitor are found, with the default marked")
  func devices() async throws {
    let sound = try await TestSoundServer.start()
    let server = try PulseServer(name: "test", address: sound.address)
    let sinks = try server.sinks()
    #expect(sinks.map(\.name) == [TestSoundServer.sink])
    #expect(sinks.map(\.isDefault) == [true])
    let sources = try server.sources()
    #expect(sources.map(\.name) == [TestSoundServer.source])
    #expect(sources.map(\.isMonitor) == [true])
    #expect(sources.map(\.isMuted) == [false])
  }

  @Test("A missing server is an error")
  func noServer() {
    #expect {
      try PulseServer(name: "test", address: "unix:/nonexistent/native")
    } throws: { error in
      if case .noServer = error as? PulseError { true } else { false }
    }
  }

  @Test("A missing device is an error")
  func noDevice() async throws {
    let sound = try await TestSoundServer.start()
    let server = try PulseServer(name: "test", address: sound.address)
    #expect(throws: PulseError.noSuchDevice) {
      try PulseRecording(
        server, from: "gone", name: "test",
        format: SampleFormat(.int16, rate: 48_000, channelCount: 1), milliseconds: 20)
    }
  }

  @Test("Audio played to a sink is recorded from its monitor")
  func loop() async throws {
    let sound = try await TestSoundServer.start()
    let recorder = try SinkRecorder(sound)
    let tone = (0..<24_000).map { 0.5 * sin(2 * Float.pi * 440 * Float($0) / 48_000) }
    try sound.play(tone, rate: 48_000)
    let heard = recorder.stop()
    let start = try #require(heard.firstIndex { abs($0) > 0.01 })
    let end = try #require(heard.lastIndex { abs($0) > 0.01 })
    #expect(abs(end - start - tone.count) < 100)
    let peak = heard.map(abs).max() ?? 0
    #expect(abs(peak - 0.5) < 0.01)
  }

  @Test("Audio queued behind an idle sink's silence is not audible yet")
  func heldAtStart() async throws {
    let sound = try await TestSoundServer.start()
    let server = try PulseServer(name: "test", address: sound.address)
    let stream = try PulsePlayback(
      server, to: nil, name: "test",
      format: SampleFormat(.float32, rate: 16_000, channelCount: 1), milliseconds: 120)
    let samples = [Float](repeating: 0, count: max(1_920, stream.wantedFrameCount))
    let length = Duration.seconds(1) * samples.count / 16_000
    try samples.withUnsafeBytes { try stream.write($0) }
    // The server takes the stream, and reports it.
    for _ in 0..<10 { try server.wait(milliseconds: 10) }
    try stream.setPaused(true)
    let held = stream.audibleTime ?? .zero
    #expect(held <= length)
    _ = try SinkRecorder(sound, warmUp: 0.5).stop()
    for _ in 0..<10 { try server.wait(milliseconds: 10) }
    #expect(stream.audibleTime ?? .zero == held)
    try stream.setPaused(false)
    stream.drain()
    while !stream.isDrained { try server.wait(milliseconds: 10) }
    #expect(try #require(stream.audibleTime) <= length)
    #expect(try #require(stream.audibleTime) > length / 2)
  }

  @Test("A killed server is distinguished from a removed device")
  func killed() async throws {
    let sound = try await TestSoundServer.start()
    let server = try PulseServer(name: "test", address: sound.address)
    let stream = try PulseRecording(
      server, from: nil, name: "test", format: SampleFormat(.int16, rate: 48_000, channelCount: 1),
      milliseconds: 20)
    sound.kill()
    #expect(throws: PulseError.serverLost) {
      while true {
        try server.wait(milliseconds: 20)
        _ = try stream.read { _ in }
      }
    }
  }
}
