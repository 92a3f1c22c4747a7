import AudioFileClient
import AudioFileClientLive
import AudioPlayerClient
import AudioPlayerClientLive
import ConcurrencyExtras
import Dependencies
import Foundation
import TestSoundServer
import Testing

@Suite(
  "Playing", .enabled(if: TestSoundServer.isInstalled, "pulseaudio is not installed"), .serialized)
struct PlayingTests {
  /// The accuracy of the position is a measurement in real time, which a busy machine distorts. It
  /// is only checked if `POSITION_ERRORS` names a file for the figures. Otherwise the tests check
  /// that there is audible sound, and the positions and ends.
  private static let figures = ProcessInfo.processInfo.environment["POSITION_ERRORS"]

  private let bursts: Bursts

  init() throws {
    bursts = try Bursts(count: 8)
  }

  @Test(
    "The position is that of the audible sound at any speed",
    arguments: figures == nil ? [2] : [1, 2, 0.5, 3, 1.3])
  func position(speed: Double) async throws {
    let server = try await TestSoundServer.start()
    let (heard, marks) = try await listen(to: server) { client in
      await client.setSpeed(speed: speed)
      let reachedEnd = try await client.play(url: bursts.url)
      #expect(reachedEnd)
    }
    let onsets = bursts.onsets(in: heard)
    #expect(!onsets.isEmpty)
    let errors = zip(onsets, bursts.times).compactMap { onset, time in
      position(at: onset, marks).map { abs($0 - time) }
    }.sorted()
    let positions = marks.map(\.probe)
    #expect(!positions.isEmpty)
    #expect(positions.allSatisfy { $0 <= bursts.length })
    guard let figures = Self.figures
    else { return }
    // Milliseconds, a line for each speed.
    let line = "\(speed) " + errors.map { "\(Int($0 * 1000))" }.joined(separator: " ") + "\n"
    let file = try #require(fopen(figures, "a"))
    fputs(line, file)
    fclose(file)
    #expect(positions == positions.sorted())
    #expect(onsets.count == bursts.count)
    #expect(try #require(positions.last) > bursts.times[7])
    #expect(errors.count >= bursts.count - 2)
    let median = try #require(errors.isEmpty ? nil : errors[errors.count / 2])
    #expect(median < 0.030)
  }

  @Test("The pitch is kept when the speed is doubled, and the length halved")
  func pitch() async throws {
    let server = try await TestSoundServer.start()
    let (heard, _) = try await listen(to: server) { client in
      await client.setSpeed(speed: 2)
      _ = try await client.play(url: bursts.url)
    }
    let onsets = bursts.onsets(in: heard)
    let span = try #require(onsets.last) - #require(onsets.first)
    guard Self.figures != nil
    else { return }
    #expect(abs(span - bursts.span / 2) < 0.05)
    let start = Int(onsets[0] * 48_000)
    let crossings = (start..<start + 960).count { heard[$0] < 0 && heard[$0 + 1] >= 0 }
    #expect(abs(Double(crossings) / 0.02 - Bursts.frequency) <= 60)
  }

  @Test("Playback starts, seeks and stops on request")
  func seek() async throws {
    let server = try await TestSoundServer.start()
    let (heard, _) = try await listen(to: server) { client in
      let task = Task { try await client.playFrom(url: bursts.url, time: bursts.times[6] - 0.1) }
      while await client.currentTime() ?? 0 < bursts.times[7] {
        try? await Task.sleep(for: .milliseconds(2))
      }
      await client.seek(to: bursts.times[1] - 0.1)
      #expect(await client.currentTime() == bursts.times[1] - 0.1)
      while await client.currentTime() ?? 0 < bursts.times[2] {
        try? await Task.sleep(for: .milliseconds(2))
      }
      await client.stop()
      let reachedEnd = try await task.value
      #expect(!reachedEnd)
      #expect(await client.currentTime() == nil)
    }
    let onsets = bursts.onsets(in: heard)
    #expect(!onsets.isEmpty)
    if Self.figures != nil { #expect((3...5).contains(onsets.count)) }
  }

  @Test("A pause keeps the sound and the position, and playback resumes after it")
  func pause() async throws {
    let server = try await TestSoundServer.start()
    let (heard, _) = try await listen(to: server) { client in
      let task = Task { try await client.play(url: bursts.url) }
      while await client.currentTime() ?? 0 < bursts.times[3] {
        try? await Task.sleep(for: .milliseconds(2))
      }
      await client.pause()
      let first = await client.currentTime()
      for _ in 0..<1_000 { await Task.yield() }
      #expect(await client.currentTime() == first)
      await client.resume()
      let reachedEnd = try await task.value
      #expect(reachedEnd)
    }
    // The sound that the pause splits may count twice.
    let onsets = bursts.onsets(in: heard)
    #expect(!onsets.isEmpty)
    if Self.figures != nil {
      #expect((bursts.count...bursts.count + 1).contains(onsets.count))
    }
  }

  @Test("A pause right after the start keeps the position, and the end is not passed")
  func pauseAtStart() async throws {
    let server = try await TestSoundServer.start()
    let client = AudioPlayerClient.live(server: server.address)
    try await playing(client) {
      let task = Task { try await client.play(url: bursts.url) }
      while await client.currentTime() ?? 0 < 0.2 { try? await Task.sleep(for: .milliseconds(2)) }
      await client.pause()
      // Time in which the sink plays on.
      _ = try SinkRecorder(server, warmUp: 0.5).stop()
      let first = try #require(await client.currentTime())
      _ = try SinkRecorder(server, warmUp: 1).stop()
      #expect(await client.currentTime() == first)
      await client.resume()
      var last = first
      while let time = await client.currentTime() {
        last = time
        try? await Task.sleep(for: .milliseconds(2))
      }
      #expect(try await task.value)
      #expect(last >= first)
      #expect(last <= bursts.length)
      // The delay of the last position depends on the load of the machine.
      if Self.figures != nil { #expect(last > bursts.times[7]) }
    }
  }

  @Test("Silence is skipped on request, and the position accounts for it")
  func silence() async throws {
    let server = try await TestSoundServer.start()
    let quiet = try Bursts(count: 4, distance: 1)
    let (heard, marks) = try await listen(to: server) { client in
      await client.setSkipsSilence(skips: true)
      _ = try await client.play(url: quiet.url)
    }
    let onsets = quiet.onsets(in: heard)
    #expect(!onsets.isEmpty)
    let span = try #require(onsets.last) - #require(onsets.first)
    guard Self.figures != nil
    else { return }
    #expect(onsets.count == 4)
    #expect(span < 1.5)
    let errors = zip(onsets, quiet.times).compactMap { onset, time in
      position(at: onset, marks).map { abs($0 - time) }
    }.sorted()
    #expect(try #require(errors.dropFirst().first) < 0.04)
  }

  @Test("A missing server and a missing device are distinguished")
  func unavailable() async throws {
    let server = try await TestSoundServer.start()
    let client = AudioPlayerClient.live(server: server.address)
    #expect(try await client.devices().map(\.id) == [TestSoundServer.sink])
    #expect(await client.status().device?.isDefault == true)
    await client.selectDevice(id: "gone")
    #expect(await client.status() == .deviceMissing(id: "gone"))
    try await playing(client) {
      await #expect(
        throws: AudioPlayerClient.Failure.unavailable(.deviceMissing(id: "gone"))
      ) {
        try await client.play(url: bursts.url)
      }
    }
    let nowhere = AudioPlayerClient.live(server: "unix:/nonexistent/native")
    guard case .noServer = await nowhere.status()
    else {
      Issue.record("there is no server, and none is missed")
      return
    }
  }

  @Test("Muted and unplugged loudspeakers are reported")
  func device() async throws {
    let server = try await TestSoundServer.start()
    let client = AudioPlayerClient.live(server: server.address)
    try server.control("set-sink-mute", TestSoundServer.sink, "1")
    guard case .muted(let muted) = await client.status()
    else {
      Issue.record("it is muted, and that is not seen")
      return
    }
    #expect(muted.id == TestSoundServer.sink)
    try server.control("set-sink-mute", TestSoundServer.sink, "0")
    try await playing(client) {
      let task = Task { try await client.play(url: bursts.url) }
      while await client.currentTime() ?? 0 < 0.2 { try? await Task.sleep(for: .milliseconds(2)) }
      try server.control("unload-module", "module-null-sink")
      await #expect(throws: AudioPlayerClient.Failure.deviceLost) { try await task.value }
    }
    #expect(await client.status() == .noDevice)
  }

  @Test("A killed server is the reported reason for silence")
  func killed() async throws {
    let server = try await TestSoundServer.start()
    let client = AudioPlayerClient.live(server: server.address)
    try await playing(client) {
      let task = Task { try await client.play(url: bursts.url) }
      while await client.currentTime() ?? 0 < 0.2 { try? await Task.sleep(for: .milliseconds(2)) }
      server.kill()
      await #expect(throws: AudioPlayerClient.Failure.serverLost) { try await task.value }
    }
  }

  @Test("A position beyond the end is clamped")
  func beyondAnySound() async {
    struct Missing: Error {}
    let place = LockIsolated<Duration?>(nil)
    let client = AudioPlayerClient.live(server: "unix:/nonexistent/native")
    await withDependencies {
      $0.audioFile.listen = { _, start in
        place.setValue(start)
        throw Missing()
      }
    } operation: {
      _ = await #expect(throws: Missing.self) {
        try await client.playFrom(url: bursts.url, time: 1e300)
      }
    }
    #expect(place.value == Duration.seconds(1e9))
  }

  // MARK: Helpers

  private func playing(
    _ client: AudioPlayerClient, _ operation: () async throws -> Void
  ) async throws {
    try await withDependencies {
      $0.audioFile = .live()
    } operation: {
      try await operation()
    }
  }

  /// The sink's audio during an operation, and the positions in it.
  private func listen(
    to server: TestSoundServer, _ operation: (AudioPlayerClient) async throws -> Void
  ) async throws -> (heard: [Float], marks: [(probe: Double, heard: Double)]) {
    let client = AudioPlayerClient.live(server: server.address)
    let position = LockIsolated<Double?>(nil)
    let recorder = try SinkRecorder(server, warmUp: 1.5) { position.value }
    let poll = Task {
      while !Task.isCancelled {
        let time = await client.currentTime()
        position.setValue(time)
        try await Task.sleep(for: .milliseconds(3))
      }
    }
    try await playing(client) { try await operation(client) }
    try await Task.sleep(for: .milliseconds(100))
    poll.cancel()
    let heard = recorder.stop()
    return (heard, recorder.marks)
  }

  /// The client's report at a moment of the recording.
  private func position(at time: Double, _ marks: [(probe: Double, heard: Double)]) -> Double? {
    marks.min { abs($0.heard - time) < abs($1.heard - time) }
      .flatMap { abs($0.heard - time) < 0.02 ? $0.probe : nil }
  }
}

/// A file of short tones with silence between them.
private final class Bursts: Sendable {
  static let frequency = 1_000.0
  private static let toneLength = 0.1

  let count: Int
  /// Of the file, in seconds.
  let length: Double
  let times: [Double]
  let url: URL

  init(count: Int, distance: Double = 0.3) throws {
    self.count = count
    times = (0..<count).map { 0.4 + distance * Double($0) }
    length = (times.last ?? 0) + 0.6
    url = FileManager.default.temporaryDirectory
      .appending(path: "speechmemo-bursts-\(UUID().uuidString).wav")
    var samples = [Int16](repeating: 0, count: Int(length * 48_000))
    for time in times {
      for index in 0..<Int(Self.toneLength * 48_000) {
        let phase = 2 * Double.pi * Self.frequency * Double(index) / 48_000
        samples[Int(time * 48_000) + index] = Int16(16_000 * sin(phase))
      }
    }
    let size = UInt32(samples.count * 2)
    var file = Data("RIFF".utf8)
    for value in [36 + size, 0x4556_4157, 0x2074_6D66, 16, 0x0001_0001, 48_000, 96_000] {
      withUnsafeBytes(of: UInt32(value).littleEndian) { file.append(contentsOf: $0) }
    }
    for value in [UInt32(0x0010_0002), 0x6174_6164, size] {
      withUnsafeBytes(of: value.littleEndian) { file.append(contentsOf: $0) }
    }
    samples.withUnsafeBytes { file.append(contentsOf: $0) }
    try file.write(to: url)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  var span: Double { (times.last ?? 0) - (times.first ?? 0) }

  /// When tones begin in a recording, in seconds.
  func onsets(in samples: [Float]) -> [Double] {
    var onsets: [Double] = []
    var lastLoud = -100_000
    for (index, sample) in samples.enumerated() where abs(sample) > 0.05 {
      if index - lastLoud > 1_200 { onsets.append(Double(index) / 48_000) }
      lastLoud = index
    }
    return onsets
  }
}
