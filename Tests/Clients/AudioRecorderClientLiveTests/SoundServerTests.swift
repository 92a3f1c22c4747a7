import AudioFileClient
import AudioFileClientLive
import AudioRecorderClient
import AudioRecorderClientLive
import Dependencies
import Foundation
import TestSoundServer
import Testing

/// Recordings from the test's own sound server.
@Suite(
  "Recording from a sound server",
  .enabled(if: TestSoundServer.isInstalled, "pulseaudio is not installed"))
struct SoundServerTests {
  private let folder = TestFolder()
  private var url: URL { folder.url.appending(path: "memo.flac") }

  @Test("Recorded audio matches the played audio in length and shape")
  func loop() async throws {
    let server = try await TestSoundServer.start()
    let played = try await speech()
    try await recording(server) { client in
      let task = Task { try await client.startRecording(url: url) }
      while await client.currentTime() ?? 0 == 0 { try? await Task.sleep(for: .milliseconds(2)) }
      try await blocking { try server.play(played, rate: 16_000) }
      await client.stopRecording()
      let wentWell = try await task.value
      #expect(wentWell)
    }
    let decoded = AudioFileClient.live().decode(url: url, startingAt: .zero)
    let recorded = try await decoded.collect()
    let correlation = try await phases(of: url).compactMap { bestMatch(of: played, in: $0) }.max()
    #expect(try #require(correlation) > 0.98)
    let heard = loudRange(recorded, threshold: 0.02)
    let said = loudRange(played, threshold: 0.02)
    #expect(abs(heard.count - said.count) < 800)
  }

  @Test("The server's devices are listed, and each problem has its status")
  func status() async throws {
    let server = try await TestSoundServer.start()
    let client = AudioRecorderClient.live(server: server.address)
    let devices = try await client.devices()
    #expect(devices.map(\.id) == [TestSoundServer.source])
    #expect(await client.status().device == devices.first)
    #expect(await client.requestRecordPermission())
    await client.selectDevice(id: "gone")
    #expect(await client.status() == .deviceMissing(id: "gone"))
    await #expect(
      throws: AudioRecorderClient.Failure.unavailable(.deviceMissing(id: "gone"))
    ) {
      try await withDependencies {
        $0.date = .constant(Date(timeIntervalSince1970: 0))
      } operation: {
        try await client.startRecording(url: url)
      }
    }
  }

  @Test("A server without a device and a missing server are distinguished")
  func none() async throws {
    let server = try await TestSoundServer.start(devices: [])
    #expect(await AudioRecorderClient.live(server: server.address).status() == .noDevice)
    let client = AudioRecorderClient.live(server: "unix:/nonexistent/native")
    let status = await client.status()
    #expect(await client.requestRecordPermission() == false)
    guard case .noServer(let reason) = status
    else {
      Issue.record("\(status)")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test("A muted microphone is reported, and permission is granted")
  func muted() async throws {
    let server = try await TestSoundServer.start()
    let client = AudioRecorderClient.live(server: server.address)
    try await blocking { try server.control("set-source-mute", TestSoundServer.source, "1") }
    guard case .muted(let device) = await client.status()
    else {
      Issue.record("it is muted, and that is not seen")
      return
    }
    #expect(device.id == TestSoundServer.source)
    #expect(await client.requestRecordPermission())
    try await blocking { try server.control("set-source-mute", TestSoundServer.source, "0") }
    #expect(await client.status() == .ready(try #require(await client.devices().first)))
  }

  @Test("An unplugged device ends the recording, which is kept")
  func unplugged() async throws {
    let server = try await TestSoundServer.start()
    try await recording(server) { client in
      let task = Task { try await client.startRecording(url: url) }
      while await client.currentTime() ?? 0 < 0.3 { try? await Task.sleep(for: .milliseconds(2)) }
      try await blocking { try server.control("unload-module", "module-null-sink") }
      let wentWell = try await task.value
      #expect(!wentWell)
      #expect(await client.lastEnd() == .deviceLost)
      #expect(await client.status() == .noDevice)
      @Dependency(\.audioFile) var audioFile
      let info = try await audioFile.probe(url: url)
      #expect(info.duration >= .milliseconds(300))
    }
  }

  @Test("A killed server ends the recording, which is kept")
  func killed() async throws {
    let server = try await TestSoundServer.start()
    try await recording(server) { client in
      let task = Task { try await client.startRecording(url: url) }
      while await client.currentTime() ?? 0 < 0.3 { try? await Task.sleep(for: .milliseconds(2)) }
      try await blocking { server.kill() }
      let wentWell = try await task.value
      #expect(!wentWell)
      #expect(await client.lastEnd() == .serverLost)
      @Dependency(\.audioFile) var audioFile
      let info = try await audioFile.probe(url: url)
      #expect(info.duration >= .milliseconds(300))
    }
  }

  private func recording(
    _ server: TestSoundServer, _ operation: (AudioRecorderClient) async throws -> Void
  ) async throws {
    try await withDependencies {
      $0.audioFile = .live()
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    } operation: {
      try await operation(.live(server: server.address))
    }
  }

  /// The recording at 16 kHz, with three offsets of a third of a sample each: it was made at 48
  /// kHz, and the played audio may begin at any of them. It contains nothing above 8 kHz.
  private func phases(of url: URL) async throws -> [[Float]] {
    let sound = try await AudioFileClient.live().listen(url: url, startingAt: .zero)
    let samples = try await sound.chunks.reduce(into: []) { $0 += $1 }
    return (0..<3).map { phase in
      stride(from: phase, to: samples.count, by: 3).map { samples[$0] }
    }
  }

  /// Real speech if installed, or an irregular signal.
  private func speech() async throws -> [Float] {
    let corpus = URL(filePath: "/usr/share/pocketsphinx/test/data/goforward.raw")
    if let data = try? Data(contentsOf: corpus), data.count > 32_000 {
      return data.withUnsafeBytes { bytes in
        bytes.bindMemory(to: Int16.self).map { Float(Int16(littleEndian: $0)) / 32_768 }
      }
    }
    return (0..<32_000).map { index in
      let time = Float(index) / 16_000
      return 0.4 * sin(2 * .pi * (200 + 150 * time) * time) * (0.3 + abs(sin(5 * time)))
    }
  }
}

/// Runs what blocks off the threads of Swift's tasks.
private func blocking(_ work: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, any Error>) in
    Thread { done.resume(with: Result(catching: work)) }.start()
  }
}

/// The stretch from the first to the last sample that is loud.
private func loudRange(_ samples: [Float], threshold: Float) -> Range<Int> {
  guard
    let first = samples.firstIndex(where: { abs($0) > threshold }),
    let last = samples.lastIndex(where: { abs($0) > threshold })
  else { return 0..<0 }
  return first..<last + 1
}

/// The maximum similarity of one signal to another, from -1 to 1.
private func bestMatch(of needle: [Float], in signal: [Float]) -> Double? {
  let near =
    loudRange(signal, threshold: 0.02).lowerBound - loudRange(needle, threshold: 0.02).lowerBound
  return ((near - 40)...(near + 40)).filter { $0 >= 0 && $0 + needle.count <= signal.count }
    .map { offset in
      var (xy, xx, yy) = (0.0, 0.0, 0.0)
      for index in needle.indices {
        let (x, y) = (Double(needle[index]), Double(signal[offset + index]))
        xy += x * y
        xx += x * x
        yy += y * y
      }
      return xy / (xx * yy).squareRoot()
    }
    .max()
}
