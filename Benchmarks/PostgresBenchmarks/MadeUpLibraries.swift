import Foundation

/// Generated libraries of memos of 200 words in the format of COPY, the same each time. As in speech,
/// few of the 100,000 words of the vocabulary are common and most are rare.
struct MadeUpLibraries {
  struct Library {
    let name: String
    /// The library's row in the database.
    let number: Int
    let memoCount: Int
    /// The number of its newest memos that wait for a transcript.
    var waitingCount = 0
  }

  static let wordCount = 200
  private static let segmentLength = 10
  private static let vocabularySize = 100_000

  private var state: UInt64 = 1
  private var nextRow = 1
  private var nextJob = 1
  private let vocabulary: [[UInt8]]
  /// The number of memos with each word, and the last such memo.
  private(set) var memoCounts: [Int32]
  private var lastMemo: [Int32]

  init() {
    let syllables = ["ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te", "vi"]
    vocabulary = (0..<Self.vocabularySize).map { number in
      var rest = number
      var word = ""
      repeat {
        word += syllables[rest % syllables.count]
        rest /= syllables.count
      } while rest > 0
      return Array(word.utf8)
    }
    memoCounts = Array(repeating: 0, count: vocabulary.count)
    lastMemo = Array(repeating: -1, count: vocabulary.count)
  }

  /// Returns a word that about this share of the library's memos has, and their number.
  func word(inShare share: Double, of count: Int) -> (word: String, memoCount: Int) {
    let wanted = share * Double(count)
    let index =
      memoCounts.indices.min {
        abs(Double(memoCounts[$0]) - wanted) < abs(Double(memoCounts[$1]) - wanted)
      } ?? 0
    return (String(decoding: vocabulary[index], as: UTF8.self), Int(memoCounts[index]))
  }

  /// Fills existing libraries, and counts the words of all of them together.
  mutating func fill(_ libraries: [Library], on server: BenchmarkServer) throws {
    memoCounts = memoCounts.map { _ in 0 }
    var tables = try [
      "recordings (library, row, id, title, date, duration, audio_file, audio_format, sample_rate, "
        + "channel_count, byte_count, sha256, provenance, tags, is_favorite, status)",
      "transcriptions (library, row, id, recording, is_current, language, engine_name, "
        + "engine_version, model, settings, created_at)",
      "segments (library, transcription, position, first_word, word_count, start_ms, end_ms, text, "
        + "words)",
      "texts (library, recording, body, words)",
      "jobs (library, row, id, recording, state, attempts, settings, transcribed_ms, created_at, "
        + "updated_at)",
    ].map { Lines(try server.copying(into: $0)) }
    for library in libraries {
      lastMemo = lastMemo.map { _ in -1 }
      for memo in 0..<library.memoCount {
        add(memo, to: library, &tables)
        for index in tables.indices { try tables[index].writeIfLong() }
      }
    }
    for index in tables.indices { try tables[index].finish() }
  }

  private mutating func add(
    _ memo: Int, to library: Library, _ tables: inout [Lines]
  ) {
    let number = library.number
    let isWaiting = memo >= library.memoCount - library.waitingCount
    let row = nextRow
    nextRow += 1
    let id = uuid()
    let prefix = "\(String(number, radix: 36)):"
    let (first, second) = (word(), word())
    let title = "\(text(first)) \(text(second)) \(memo)"
    let date = 1_600_000_000 + Double(memo) * 600
    tables[0].add(
      """
      \(number)\t\(row)\t\(id)\t\(title)\t\(date)\t80\t\(id).flac\tflac\t16000\t1\t640000\t\
      \(String(memo, radix: 16))\timported\t{}\tf\t\(isWaiting ? "queued" : "done")\n
      """)
    var lexemes = "'\(prefix)\(text(first))' '\(prefix)\(text(second))' '\(prefix)\(memo)'"
    if isWaiting {
      tables[3].add("\(number)\t\(row)\t\t\(lexemes)\n")
      tables[4].add(
        """
        \(number)\t\(nextJob)\t\(uuid())\t\(row)\tqueued\t0\t{}\t0\t\(date)\t\(date)\n
        """)
      nextJob += 1
      return
    }
    tables[1].add(
      """
      \(number)\t\(row)\t\(id)\t\(row)\tt\ten\tgenerator\t1\tnone\t{}\t\(date)\n
      """)
    var body: [UInt8] = []
    var start = 0
    for position in 0..<Self.wordCount / Self.segmentLength {
      var (line, json): ([UInt8], [UInt8]) = ([], [])
      let segmentStart = start
      for _ in 0..<Self.segmentLength {
        let index = word()
        let word = vocabulary[index]
        if !line.isEmpty {
          line.append(UInt8(ascii: " "))
          json.append(UInt8(ascii: ","))
        }
        line += word
        json += Array("[\"".utf8) + word + Array("\",\(start),\(start + 350),900]".utf8)
        start += 400
        if lastMemo[index] != Int32(memo) {
          lastMemo[index] = Int32(memo)
          memoCounts[index] += 1
          lexemes += " '\(prefix)"
          lexemes.append(text(index))
          lexemes += "'"
        }
      }
      if !body.isEmpty { body.append(UInt8(ascii: " ")) }
      body += line
      tables[2].add(
        """
        \(number)\t\(row)\t\(position)\t\(position * Self.segmentLength)\t\(Self.segmentLength)\t\
        \(segmentStart)\t\(start - 50)\t
        """)
      tables[2].add(line + [UInt8(ascii: "\t"), UInt8(ascii: "[")] + json + Array("]\n".utf8))
    }
    tables[3].add("\(number)\t\(row)\t")
    tables[3].add(body)
    tables[3].add("\t\(lexemes)\n")
  }

  private func text(_ word: Int) -> String { String(decoding: vocabulary[word], as: UTF8.self) }

  /// The fourth power makes the first words of the vocabulary common and the last ones rare.
  private mutating func word() -> Int {
    let share = Double(next() >> 11) / Double(1 << 53)
    return Int(share * share * share * share * Double(vocabulary.count))
  }

  private mutating func uuid() -> String {
    var (high, low) = (next(), next())
    return withUnsafeBytes(of: &high) { high in
      withUnsafeBytes(of: &low) { low in
        UUID(
          uuid: (
            high[0], high[1], high[2], high[3], high[4], high[5], high[6], high[7], low[0], low[1],
            low[2], low[3], low[4], low[5], low[6], low[7]
          )
        ).uuidString.lowercased()
      }
    }
  }

  /// SplitMix64.
  private mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}

/// Rows of a table to be sent to the server.
private struct Lines {
  private var bytes: [UInt8] = []
  private let file: FileHandle
  private let end: () throws -> Void

  init(_ copy: (lines: FileHandle, end: () throws -> Void)) {
    (file, end) = copy
  }

  mutating func add(_ text: String) { bytes += Array(text.utf8) }
  mutating func add(_ more: [UInt8]) { bytes += more }

  mutating func writeIfLong() throws {
    guard bytes.count > 1 << 18
    else { return }
    try file.write(contentsOf: Data(bytes))
    bytes.removeAll(keepingCapacity: true)
  }

  mutating func finish() throws {
    try file.write(contentsOf: Data(bytes))
    try end()
  }
}
