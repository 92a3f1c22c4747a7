import AudioFileClient
import AudioFileClientLive
import AudioRecorderClient
import AudioRecorderClientLive
import ConcurrencyExtras
import Dependencies
import Foundation
import Testing

/// Recordings from a simulated source, without a sound server.
@Suite("Recording")
struct RecordingTests {
  private let folder = TestFolder()
  private var url: URL { folder.url.appending(path: "memo.flac") }
  private var draft: URL { folder.url.appending(path: "memo.flac.draft") }

  @Test("VM-02 the time is nil unless recording, and follows the audio")
  func time() async throws {
    let source = FakeSource(frameCount: 96_000)
    try await recording(from: source) { client in
      #expect(await client.currentTime() == nil)
      let task = Task { try await client.startRecording(url: url) }
      await source.untilGiven()
      #expect(await client.currentTime() == 2)
      await client.stopRecording()
      #expect(await client.currentTime() == nil)
      _ = try await task.value
    }
  }

  @Test("VM-03 stopping succeeds, and the file has the captured samples")
  func stop() async throws {
    let source = FakeSource(frameCount: 50_000)
    try await recording(from: source) { client in
      let task = Task { try await client.startRecording(url: url) }
      await source.untilGiven()
      await client.stopRecording()
      #expect(FileManager.default.fileExists(atPath: url.path))
      let wentWell = try await task.value
      #expect(wentWell)
      #expect(await client.lastEnd() == .stopped)
      #expect(try await samples(of: url) == FakeSource.samples(50_000))
      #expect(!FileManager.default.fileExists(atPath: draft.path))
    }
  }

  @Test("Audio captured before the stop is recorded, however late it arrives")
  func late() async throws {
    let source = FakeSource(frameCount: 20_000, lateCount: 30_000)
    try await recording(from: source) { client in
      let task = Task { try await client.startRecording(url: url) }
      await source.untilGiven(20_000)
      await client.stopRecording()
      let wentWell = try await task.value
      #expect(wentWell)
      #expect(try await samples(of: url) == FakeSource.samples(50_000))
    }
  }

  @Test("Cancellation ends the recording and keeps it")
  func cancellation() async throws {
    let source = FakeSource(frameCount: 50_000)
    try await recording(from: source) { client in
      let task = Task { try await client.startRecording(url: url) }
      await source.untilGiven()
      task.cancel()
      let wentWell = try await task.value
      #expect(wentWell)
      #expect(try await samples(of: url).count == 50_000)
    }
  }

  @Test(
    "A lost device or server ends the recording with its audio and reason",
    arguments: [RecordingEnd.deviceLost, .serverLost, .failed(reason: "why")])
  func lost(end: RecordingEnd) async throws {
    let source = FakeSource(frameCount: 50_000, end: end)
    try await recording(from: source) { client in
      let wentWell = try await client.startRecording(url: url)
      #expect(!wentWell)
      #expect(await client.lastEnd() == end)
      #expect(try await samples(of: url) == FakeSource.samples(50_000))
      #expect(end.message.contains("is kept"))
    }
  }

  @Test("Two recordings of the same sound are different files")
  func twins() async throws {
    var files: [Data] = []
    for name in ["1.flac", "2.flac"] {
      let source = FakeSource(frameCount: 5_000, end: .deviceLost)
      let url = folder.url.appending(path: name)
      try await recording(from: source) { client in
        _ = try await client.startRecording(url: url)
      }
      files.append(try Data(contentsOf: url))
    }
    #expect(files[0] != files[1])
  }

  @Test("Without audible sound there is no file and no draft", arguments: [0, 1, 47])
  func nothing(frameCount: Int) async throws {
    let source = FakeSource(frameCount: frameCount, end: .deviceLost)
    try await recording(from: source) { client in
      await #expect(throws: AudioRecorderClient.Failure.nothingRecorded(.deviceLost)) {
        try await client.startRecording(url: url)
      }
      let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      #expect(files.isEmpty)
    }
  }

  @Test("A nearly full disk ends the recording while it can still be saved")
  func nearlyFull() async throws {
    let source = FakeSource(frameCount: .max)
    let space = DiskSpace { _ in
      let bytes = Int64(2 * source.givenCount)
      return 20_000_000 - bytes
    }
    try await recording(from: source, space: space) { client in
      let wentWell = try await client.startRecording(url: url)
      #expect(!wentWell)
      #expect(await client.lastEnd() == .diskFull)
      #expect(try await !samples(of: url).isEmpty)
    }
  }

  @Test("On a full disk no recording begins")
  func full() async throws {
    let source = FakeSource(frameCount: .max)
    try await recording(from: source, space: DiskSpace { _ in 1_000 }) { client in
      await #expect(throws: AudioRecorderClient.Failure.diskFull(path: url.path)) {
        try await client.startRecording(url: url)
      }
    }
  }

  @Test("Audio that cannot be encoded stays as a recoverable draft")
  func draftKept() async throws {
    let source = FakeSource(frameCount: 50_000, end: .serverLost)
    struct Refused: Error {}
    try await withDependencies {
      $0.audioFile.encode = { _, _, _ in throw Refused() }
      $0.date = .constant(Date(timeIntervalSince1970: 1_790_000_000))
    } operation: { () async throws -> Void in
      let client = AudioRecorderClient.live(source.system)
      await #expect(
        throws: AudioRecorderClient.Failure.draftKept(path: draft.path, reason: "Refused()")
      ) {
        try await client.startRecording(url: url)
      }
    }
    try await recording(from: source) { client in
      let recovered = try await client.recoverDrafts(in: folder.url)
      #expect(
        recovered == [
          RecoveredRecording(
            date: Date(timeIntervalSince1970: 1_790_000_000),
            duration: .nanoseconds(50_000 * 1_000_000_000 / 48_000), url: url)
        ])
      #expect(try await samples(of: url) == FakeSource.samples(50_000))
      #expect(!FileManager.default.fileExists(atPath: draft.path))
    }
  }

  @Test("A draft in use is not recovered, and an empty one is deleted")
  func recovery() async throws {
    let source = FakeSource(frameCount: 50_000)
    let empty = folder.url.appending(path: "empty.flac.draft")
    let other = folder.url.appending(path: "other.flac.draft")
    try Data(".snd".utf8).write(to: empty)
    try Data([UInt8](repeating: 1, count: 100)).write(to: other)
    try await recording(from: source) { client in
      let task = Task { try await client.startRecording(url: url) }
      await source.untilGiven()
      let recovered = try await client.recoverDrafts(in: folder.url)
      #expect(recovered.isEmpty)
      #expect(!FileManager.default.fileExists(atPath: empty.path))
      #expect(FileManager.default.fileExists(atPath: other.path))
      await client.stopRecording()
      let wentWell = try await task.value
      #expect(wentWell)
    }
  }

  @Test("An existing file is not overwritten, and only one recording runs")
  func refusals() async throws {
    let source = FakeSource(frameCount: 50_000)
    try Data([1]).write(to: url)
    try await recording(from: source) { client in
      await #expect(throws: AudioRecorderClient.Failure.destinationExists(path: url.path)) {
        try await client.startRecording(url: url)
      }
      let other = folder.url.appending(path: "other.flac")
      let task = Task { try await client.startRecording(url: other) }
      await source.untilGiven()
      await #expect(throws: AudioRecorderClient.Failure.alreadyRecording) {
        try await client.startRecording(url: url)
      }
      await client.stopRecording()
      let wentWell = try await task.value
      #expect(wentWell)
    }
  }

  @Test("Audio during a pause is dropped")
  func pause() async throws {
    let source = FakeSource(frameCount: 48_000)
    try await recording(from: source) { client in
      let task = Task { try await client.startRecording(url: url) }
      await source.untilGiven()
      await client.pauseRecording()
      await source.give(48_000)
      await client.resumeRecording()
      await source.give(4_800)
      #expect(await client.currentTime() == 1.1)
      await client.stopRecording()
      _ = try await task.value
      let all = FakeSource.samples(100_800)
      #expect(try await samples(of: url) == all[..<48_000] + all[96_000...])
    }
  }

  @Test("Levels arrive with the audio")
  func levels() async throws {
    let source = FakeSource(frameCount: 4_800)
    try await recording(from: source) { client in
      let levels = client.levels()
      let task = Task { try await client.startRecording(url: url) }
      let level = try #require(await levels.first { _ in true })
      #expect(level.peak > 0.4 && level.peak <= 1)
      #expect(level.rms > 0.1 && level.rms < level.peak)
      await client.stopRecording()
      _ = try await task.value
    }
  }

  @Test("Speech recognition receives all audio from the start, even if it reads late")
  func readBack() async throws {
    let source = FakeSource(frameCount: 48_000 * 3 + 7)
    try await recording(from: source) { client in
      let early = client.samples()
      let hasBegun = LockIsolated(false)
      let reading = Task {
        try await early.reduce(into: 0) {
          $0 += $1.count
          hasBegun.setValue(true)
        }
      }
      let task = Task { try await client.startRecording(url: url) }
      await source.untilGiven()
      let late = client.samples()
      while !hasBegun.value { try await Task.sleep(for: .milliseconds(2)) }
      await client.stopRecording()
      _ = try await task.value
      let lateCount = try await late.reduce(into: 0) { $0 += $1.count }
      let earlyCount = try await reading.value
      #expect(earlyCount == 16_000 * 3 + 3)
      #expect(lateCount == earlyCount)
    }
  }

  /// Unoptimised code has not got the time for more.
  #if DEBUG
    private static let long = 90
  #else
    private static let long = 3_600
  #endif

  /// In a separate process, because the tests beside it take memory, too.
  @Test("A long recording takes no more memory than a short one")
  func hour() async {
    await #expect(processExitsWith: .success) {
      try await RecordingTests().recordHour()
    }
  }

  private func recordHour() async throws {
    let source = FakeSource(frameCount: 48_000 * Self.long)
    try await recording(from: source) { client in
      let task = Task { try await client.startRecording(url: url) }
      await source.untilGiven(48_000 * 20)
      let before = residentMemory()
      await source.untilGiven()
      let after = residentMemory()
      #expect(after - before < 30_000_000)
      await client.stopRecording()
      let wentWell = try await task.value
      #expect(wentWell)
      @Dependency(\.audioFile) var audioFile
      let info = try await audioFile.probe(url: url)
      #expect(info.duration == .seconds(Self.long))
    }
  }

  private func recording(
    from source: FakeSource, space: DiskSpace = .system,
    _ operation: (AudioRecorderClient) async throws -> Void
  ) async throws {
    try await withDependencies {
      $0.audioFile = .live()
      $0.date = .constant(Date(timeIntervalSince1970: 0))
    } operation: {
      try await operation(.live(source.system, space: space))
    }
  }

  private func samples(of url: URL) async throws -> ArraySlice<Int16> {
    let sound = try await AudioFileClient.live().listen(url: url, startingAt: .zero)
    var samples: ArraySlice<Int16> = []
    for try await chunk in sound.chunks { samples += chunk.map { Int16($0 * 32_768) } }
    return samples
  }
}
