import AudioFileClient
import AudioFileClientLive
import Foundation
import Glibc
import Testing

/// Each is tried on every operation that reads audio.
@Suite struct BadInputTests {
  let client = AudioFileClient.live()
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func expect(
    _ expected: (String) -> AudioFileError, from url: URL, client: AudioFileClient? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let client = client ?? self.client
    let error = expected(url.path(percentEncoded: false))
    await #expect(throws: error, sourceLocation: sourceLocation) { try await client.probe(url) }
    await #expect(throws: error, sourceLocation: sourceLocation) {
      try await client.decode(url, .zero).collect()
    }
    await #expect(throws: error, sourceLocation: sourceLocation) {
      try await client.peaks(of: url, count: 10)
    }
  }

  private let tone = sine(440, rate: 16_000, seconds: 1)

  @Test("no such file")
  func missing() async {
    await expect(AudioFileError.missing, from: folder.url.appending(path: "none.wav"))
  }

  @Test("a path through a file")
  func pathThroughFile() async throws {
    let file = try folder.file("a.wav", Wave(samples: tone).bytes)
    await expect(AudioFileError.missing, from: file.appending(path: "b.wav"))
  }

  @Test("a folder")
  func directory() async {
    let url = URL(filePath: folder.url.path, directoryHint: .notDirectory)
    await expect(AudioFileError.isDirectory, from: url)
  }

  @Test("a file of no bytes")
  func zeroLength() async throws {
    await expect(AudioFileError.empty, from: try folder.file("a.wav", []))
  }

  @Test("a header without any audio after it")
  func zeroFrames() async throws {
    await expect(AudioFileError.empty, from: try folder.file("a.wav", Wave().bytes))
  }

  @Test("text, and random bytes")
  func notAudio() async throws {
    let text = Array(String(repeating: "This is a letter, not a talk.\n", count: 100).utf8)
    await expect(AudioFileError.notAudio, from: try folder.file("text.wav", text))
    var generator = Noise()
    let noise = (0..<10_000).map { _ in UInt8(truncatingIfNeeded: Int(generator.next() * 1e6)) }
    await expect(AudioFileError.notAudio, from: try folder.file("noise.mp3", [0] + noise))
    let zeros = [UInt8](repeating: 0, count: 100_000)
    for (name, end) in [("zeros.mp3", []), ("zeros.wav", text), ("zeros.aac", noise)] {
      await expect(AudioFileError.notAudio, from: try folder.file(name, zeros + end))
    }
  }

  @Test("a FLAC file with a header of centuries")
  func centuries() async throws {
    let whole = folder.url.appending(path: "whole.flac")
    try encode(sine(1, rate: 5, seconds: 3000), rate: 5, as: .flac, to: whole)
    var bytes = [UInt8](try Data(contentsOf: whole))
    // STREAMINFO follows the 4 bytes of "fLaC" and its own 4 of header; the number of samples is
    // the low half of its byte 13 and the next four bytes.
    bytes[8 + 13] |= 0x0f
    bytes.replaceSubrange(8 + 14..<8 + 18, with: [0xff, 0xff, 0xff, 0xff])
    let file = try folder.file("centuries.flac", bytes)
    let info = try await client.probe(file)
    #expect(info.duration == .seconds(3000))
    #expect(info.isTruncated)
    let declared = try #require(info.declaredDuration)
    #expect(declared == .milliseconds(((1 << 36) - 1) * 200))
  }

  @Test("a file that ends in its header", arguments: Container.allCases.filter { $0 != .caf })
  func truncatedHeader(_ container: Container) async throws {
    let whole = folder.url.appending(path: "whole")
    try encode(sine(440, rate: 48_000, seconds: 1), rate: 48_000, as: container, to: whole)
    let head = [UInt8](try Data(contentsOf: whole).prefix(40))
    let file = try folder.file("head.wav", head)
    let offline = AudioFileClient.live(searchPath: "")
    for client in [client, offline] {
      await #expect { try await client.probe(file) } throws: { error in
        guard case AudioFileError.damaged(file.path, _) = error
        else { return false }
        return true
      }
    }
  }

  @Test("a truncated WAV file decodes to its remaining samples and is marked truncated")
  func truncatedWave() async throws {
    let file = try folder.file("a.wav", Array(Wave(samples: tone).bytes.prefix(44 + 16_000)))
    let info = try await client.probe(file)
    #expect(info.isTruncated)
    #expect(info.duration == .milliseconds(500))
    #expect(info.declaredDuration == .seconds(1))
    #expect(try await client.decode(file, .zero).collect().count == 8_000)
    #expect(try await client.peaks(of: file, count: 5).count == 5)
  }

  @Test(
    "truncated compressed files decode to their remaining samples",
    arguments: [Container.flac, .mp3, .opus, .vorbis])
  func truncatedData(_ container: Container) async throws {
    let whole = folder.url.appending(path: "whole")
    var generator = Noise()
    let noise = (0..<(48_000 * 8)).map { _ in generator.next() }
    try encode(noise, rate: 48_000, as: container, to: whole)
    let data = try Data(contentsOf: whole)
    let file = try folder.file("half", [UInt8](data.prefix(data.count / 2)))
    let info = try await client.probe(file)
    #expect(info.isTruncated)
    #expect(info.duration > .seconds(2) && info.duration < .seconds(6))
    let count = try await client.decode(file, .zero).collect().count
    #expect(abs(Double(count) / 16_000 - info.duration / .seconds(1)) < 0.05)
  }

  @Test(
    "a length that was never filled in is not a truncation",
    arguments: [0xFFFF_FFFF, 0xFFFF_F000, 0x8000_0000, 0x7FFF_FFFF, 0x7FFF_F000])
  func pipedWave(claimedByteCount: Int) async throws {
    let wave = Wave(samples: tone, claimedByteCount: claimedByteCount)
    let info = try await client.probe(try folder.file("a.wav", wave.bytes))
    #expect(!info.isTruncated)
    #expect(info.declaredDuration == nil)
    #expect(info.duration == .seconds(1))
  }

  @Test(
    "a length of zero, as a recorder that crashed leaves it, is not believed",
    .enabled(if: hasFFmpeg, "ffmpeg is not installed"))
  func crashedRecorder() async throws {
    let file = try folder.file("a.wav", Wave(samples: tone, claimedByteCount: 0).bytes)
    #expect(try await client.probe(file).duration == .seconds(1))
    #expect(try await client.decode(file, .zero).collect().count == 16_000)
  }

  @Test("a loop of symbolic links")
  func symlinkLoop() async throws {
    let (a, b) = (folder.url.appending(path: "a"), folder.url.appending(path: "b"))
    try FileManager.default.createSymbolicLink(at: a, withDestinationURL: b)
    try FileManager.default.createSymbolicLink(at: b, withDestinationURL: a)
    await expect({ .io(path: $0, reason: "Too many levels of symbolic links") }, from: a)
  }

  @Test("a pipe without a writer and an endless device do not hang")
  func pipesAndDevices() async throws {
    let fifo = folder.url.appending(path: "fifo.wav")
    #expect(mkfifo(fifo.path, 0o600) == 0)
    await expect(AudioFileError.notRegularFile, from: fifo)
    await expect(AudioFileError.notRegularFile, from: URL(filePath: "/dev/zero"))
    await #expect(throws: AudioFileError.notRegularFile(path: "/dev/zero")) {
      try await client.checksum(of: URL(filePath: "/dev/zero"))
    }
  }

  @Test("no permission", .enabled(if: geteuid() != 0, "nothing is forbidden to the superuser"))
  func permission() async throws {
    let file = try folder.file("a.wav", Wave(samples: tone).bytes)
    #expect(chmod(file.path, 0) == 0)
    await expect(AudioFileError.permissionDenied, from: file)
  }

  @Test(
    "spaces, a line break and emoji in a name", arguments: ["a b\n👩‍👧 ü%20;'\".wav", "-i", "a:b.wav"])
  func names(_ name: String) async throws {
    let file = try folder.file(name, Wave(samples: tone).bytes)
    #expect(try await client.probe(file).duration == .seconds(1))
    let copy = folder.url.appending(path: "copy of \(name)")
    #expect(try await client.copyIn(from: file, to: copy) == client.checksum(of: file))
  }

  @Test("eight channels at 192 kHz")
  func manyChannels() async throws {
    let samples = [Float](repeating: 0.25, count: 8 * 96_000)
    let file = try folder.file(
      "a.wav", Wave(channelCount: 8, sampleRate: 192_000, samples: samples).bytes)
    let info = try await client.probe(file)
    #expect(info.channelCount == 8)
    #expect(info.sampleRate == 192_000)
    #expect(info.duration == .milliseconds(500))
    #expect(try await client.decode(file, .zero).collect().count == 8_000)
  }

  @Test("formats that need ffmpeg are refused by name without it")
  func noFFmpeg() async throws {
    let offline = AudioFileClient.live(searchPath: folder.url.path)
    let file = try folder.file("talk.wav", Array("\0\0\0\u{18}ftypM4A ".utf8))
    await expect(
      {
        .unsupported(
          path: $0, format: "m4a", hint: "install ffmpeg, for example 'sudo apt install ffmpeg'")
      }, from: file, client: offline)
  }
}
