import AudioFileClient
import Dependencies
import Foundation
import Testing

@Suite struct SimulatedTests {
  let url = URL(filePath: "/memos/Groceries.wav")

  @Test("a preview memo decodes to its probed length")
  func lengths() async throws {
    let client = AudioFileClient.previewValue
    let info = try await client.probe(url)
    let samples = try await client.decode(url, .zero).collect()
    #expect(info.duration >= .seconds(5))
    #expect(.seconds(samples.count / AudioSamples.sampleRate) == info.duration)
    let tail = try await client.decode(url, .seconds(3)).collect()
    #expect(tail == Array(samples.dropFirst(3 * AudioSamples.sampleRate)))
  }

  @Test("a preview waveform has the requested columns and varies")
  func peaks() async throws {
    let peaks = try await AudioFileClient.previewValue.peaks(of: url, count: 40)
    #expect(peaks.count == 40)
    #expect(Set(peaks.map(\.max)).count > 5)
    #expect(peaks.allSatisfy { $0.min <= $0.max && $0.rms <= $0.max })
  }

  @Test("a preview memo plays from any time to its end")
  func listening() async throws {
    let client = AudioFileClient.previewValue
    let info = try await client.probe(url)
    let sound = try await client.listen(url, .seconds(2))
    var count = 0
    for try await chunk in sound.chunks { count += chunk.count }
    #expect(.seconds(2 + count / sound.sampleRate) == info.duration)
  }

  @Test("a copy in a preview is the same memo, and is not replaced")
  func copies() async throws {
    let client = AudioFileClient.previewValue
    let copy = URL(filePath: "/library/1.wav")
    let stored = try await client.copyIn(from: url, to: copy)
    #expect(try await client.checksum(of: copy) == stored)
    #expect(try await client.probe(copy) == client.probe(url))
    #expect(try await client.probe(copy.audioTrack(1)) == client.probe(url))
    await #expect(throws: AudioFileError.destinationExists(path: "/library/1.wav")) {
      try await client.copyIn(from: url, to: copy)
    }
  }

  @Test("the client in a test is unimplemented")
  func unimplemented() async {
    @Dependency(\.audioFile) var audioFile
    await withKnownIssue {
      _ = try await audioFile.probe(url)
    }
  }
}
