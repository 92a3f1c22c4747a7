import DatabaseClient
import DatabaseClientLive
import Foundation
import SharedModels

/// Generates libraries of memos of 200 words. As in speech, few words of the vocabulary are common and
/// most are rare. The same seed gives the same library.
struct LibraryGenerator {
  private var state: UInt64
  private let vocabulary: [String]

  init(seed: UInt64 = 1) {
    state = seed
    vocabulary = Self.vocabulary
  }

  /// The most frequent words.
  static func commonWords(_ count: Int) -> [String] { Array(vocabulary.prefix(count)) }

  private static let vocabulary: [String] = {
    let syllables = ["ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te", "vi"]
    return (0..<8000).map { number in
      var rest = number
      var word = ""
      repeat {
        word += syllables[rest % syllables.count]
        rest /= syllables.count
      } while rest > 0
      return word
    }
  }()

  /// Fills the library at `url` with `count` memos, a thousand per transaction.
  ///
  /// - Parameter hasHour: Whether the newest memo is an hour long.
  mutating func fill(_ url: URL, count: Int, hasHour: Bool = false) async throws {
    let database = DatabaseClient.live(at: url)
    var made = 0
    while made < count {
      let batch = min(1000, count - made)
      let memos = (made..<made + batch).map { number in
        memo(number: number, sentences: hasHour && number == count - 1 ? 900 : 20)
      }
      try await database.insertTranscribed(memos: memos)
      made += batch
    }
  }

  private mutating func memo(number: Int, sentences: Int) -> TranscribedMemo {
    var start = Duration.zero
    let segments = (0..<sentences).map { _ in
      let words = (0..<10).map { _ in
        defer { start += .milliseconds(400) }
        return Word(
          text: word(), start: start, end: start + .milliseconds(350), confidence: 0.9)
      }
      return Segment(words: words)
    }
    let id = UUID(
      uuid: (
        byte(), byte(), byte(), byte(), byte(), byte(), 0x40, byte(), 0x80, byte(), byte(), byte(),
        byte(), byte(), byte(), byte()
      ))
    let recording = Recording(
      id: Recording.ID(id),
      audio: AudioFile(
        byteCount: 640_000, fileName: "\(id.uuidString.lowercased()).flac", format: .flac,
        sampleRate: 16_000, sha256: String(number, radix: 16)),
      date: Date(timeIntervalSince1970: 1_600_000_000 + Double(number) * 600),
      duration: start,
      provenance: .imported(fileName: "memo-\(number).flac"),
      title: "\(word()) \(word()) \(number)",
      transcription: .done)
    return TranscribedMemo(
      recording: recording,
      transcription: Transcription(
        id: Transcription.ID(UUID(uuid: id.uuid)),
        engine: TranscriptionEngine(name: "generator", version: "1"), language: "en",
        model: "none", segments: segments))
  }

  /// The third power makes the first words of the vocabulary common and the last ones rare.
  private mutating func word() -> String {
    let share = Double(next() >> 11) / Double(1 << 53)
    return vocabulary[Int(share * share * share * Double(vocabulary.count))]
  }

  private mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next() >> 32) }

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
