import AudioFileClient
import AudioFileClientLive
import Foundation
import Testing

@Suite(.enabled(if: corpus != nil, "the corpus is not beside the package"))
struct CorpusTests {
  let client = AudioFileClient.live()

  /// Recordings in other formats, and the 16 kHz file of the same speech.
  static let originals: [(original: URL, wav: URL)] = {
    guard let corpus
    else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: corpus.path)) ?? []
    let files = try? FileManager.default.contentsOfDirectory(
      at: corpus.appending(path: "originals"), includingPropertiesForKeys: nil)
    return (files ?? []).compactMap { file in
      let stem = file.deletingPathExtension().lastPathComponent
      let key = stem.hasPrefix("jfk") ? "jfk" : stem.replacing("_en_", with: "_")
      let wav = names.first { $0.hasSuffix(".wav") && $0.contains(key) }
      return wav.map { (file, corpus.appending(path: $0)) }
    }
  }()

  @Test("every original exists for comparison")
  func paired() {
    #expect(Self.originals.count >= 12)
  }

  @Test(
    "every format decodes to the length and samples of its WAV sibling",
    arguments: originals)
  func original(_ original: URL, _ wav: URL) async throws {
    guard hasFFmpeg || !["m4a", "webm"].contains(original.pathExtension)
    else { return }
    let reference = try await client.decode(wav, .zero).collect()
    let decoded = try await client.decode(original, .zero).collect()
    let info = try await client.probe(original)
    #expect(abs(decoded.count - reference.count) < 1_600)
    #expect(abs(info.duration / .seconds(1) - Double(decoded.count) / 16_000) < 0.1)
    let part = { (samples: [Float]) in Array(samples.dropFirst(8_000).prefix(24_000)) }
    #expect(correlation(part(reference), part(decoded), shifts: -40...40) > 0.9)
  }
}
