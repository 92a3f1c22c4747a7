import Foundation
import SharedModels
import VoiceMemosClient

struct AppleTranscript {
  private let language: String?
  private let pieces: [Piece]

  struct Piece {
    var text: String
    var start: Duration
    var end: Duration
  }

  init?(_ json: Data) {
    guard let document = try? JSONDecoder().decode(TranscriptDocument.self, from: json)
    else { return nil }
    language = document.locale?.identifier.flatMap { identifier in
      identifier.split(whereSeparator: { "_-".contains($0) }).first.map { $0.lowercased() }
        .flatMap { (2...3).contains($0.count) && $0.allSatisfy(\.isASCII) ? $0 : nil }
    }
    pieces = document.attributedString.pieces
    guard !pieces.isEmpty
    else { return nil }
  }

  var transcript: VoiceMemoTranscript {
    var segments: [[Word]] = [[]]
    var isOpen = false
    for piece in pieces {
      let texts = piece.text.split(whereSeparator: \.isWhitespace).map(String.init)
      let times = sharedTimes(of: texts.map(\.count), from: piece.start, to: piece.end)
      if piece.text.first.map(\.isNewline) == true { segments.append([]) }
      for (index, text) in texts.enumerated() {
        let word = Word(text: text, start: times[index].start, end: times[index].end)
        let isContinued = index == 0 && isOpen && piece.text.first.map { !$0.isWhitespace } == true
        if isContinued, var last = segments[segments.count - 1].popLast() {
          // Text without a space before it, such as a comma, belongs to the previous word.
          last.text += text
          last.end = max(last.end, word.end)
          segments[segments.count - 1].append(last)
        } else {
          if endsSegment(segments[segments.count - 1], before: word) { segments.append([]) }
          segments[segments.count - 1].append(word)
        }
      }
      isOpen = piece.text.last.map { !$0.isWhitespace && !$0.isWrittenWithoutSpaces } ?? isOpen
      if piece.text.last.map(\.isNewline) == true { segments.append([]) }
    }
    return VoiceMemoTranscript(
      segments: segments.filter { !$0.isEmpty }.map { Segment(words: $0) }, language: language)
  }

  private func endsSegment(_ words: [Word], before word: Word) -> Bool {
    guard let last = words.last
    else { return false }
    return last.text.last.map { ".?!…。？！".contains($0) } == true
      || word.start - last.end > .seconds(2) || words.count >= 60
  }
}

private struct TranscriptDocument: Decodable {
  let attributedString: AttributedPieces
  let locale: Place?

  struct Place: Decodable {
    let identifier: String?
  }
}

/// Two formats are known: texts with indexes into an attribute table, and texts with attributes.
private struct AttributedPieces: Decodable {
  let pieces: [AppleTranscript.Piece]

  private enum CodingKeys: CodingKey {
    case attributeTable, runs
  }

  private struct Attributes: Decodable {
    let timeRange: [Double]?
  }

  private enum Run: Decodable {
    case attributes(Attributes)
    case index(Int)
    case text(String)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let index = try? container.decode(Int.self) {
        self = .index(index)
      } else {
        self = .attributes(try container.decode(Attributes.self))
      }
    }
  }

  init(from decoder: any Decoder) throws {
    let runs: [Run]
    var table: [Attributes] = []
    if let container = try? decoder.container(keyedBy: CodingKeys.self) {
      runs = try container.decode([Run].self, forKey: .runs)
      table = try container.decodeIfPresent([Attributes].self, forKey: .attributeTable) ?? []
    } else {
      runs = try decoder.singleValueContainer().decode([Run].self)
    }
    var pieces: [AppleTranscript.Piece] = []
    var now = Duration.zero
    for (position, run) in runs.enumerated() {
      guard case .text(let text) = run
      else { continue }
      let attributes: Attributes? =
        switch runs.indices.contains(position + 1) ? runs[position + 1] : run {
        case .attributes(let attributes): attributes
        case .index(let index): table.indices.contains(index) ? table[index] : nil
        case .text: nil
        }
      // Times never decrease, even if the file's do.
      let range = (attributes?.timeRange ?? []).compactMap(Duration.init(fileSeconds:))
      let start = max(now, range.first ?? now)
      now = max(start, range.count > 1 ? range[1] : start)
      pieces.append(AppleTranscript.Piece(text: text, start: start, end: now))
    }
    self.pieces = pieces
  }
}

extension Duration {
  fileprivate init?(fileSeconds seconds: Double) {
    guard (0...1e7).contains(seconds)
    else { return nil }
    self = .milliseconds(Int((seconds * 1000).rounded()))
  }
}
