import Foundation

/// A title from the transcript for memos whose title is a recorder's file name or a date.
public struct SpokenTitle {
  static let longest = 60
  static let fewestWords = 3
  static let pause = Duration.milliseconds(700)

  public let text: String

  public init?(for recording: Recording, saying words: some Sequence<Word>) {
    guard Self.isGeneric(recording), let text = Self.text(of: Array(words))
    else { return nil }
    self.text = text
  }

  private static let emptyWords: Set<String> = [
    "aac", "am", "amr", "at", "aud", "audio", "aufnahme", "aufzeichnung", "clip", "copy", "de",
    "dictation", "enregistrement", "file", "flac", "grabacion", "gravacao", "img", "m4a", "memo",
    "mov", "mp3", "mp4", "neue", "new", "nota", "note", "nouvel", "nova", "nueva", "nuova", "of",
    "ogg", "opus", "output", "pm", "ptt", "rec", "record", "recorded", "recording", "recovered",
    "registrazione", "signal", "sound", "sprachmemo", "stdin", "telegram", "track", "uhr", "um",
    "unknown", "untitled", "vid", "video", "vm", "voice", "voicememo", "wa", "wav", "webm",
    "whatsapp", "zoom",
  ]

  /// Words that users also choose as titles, alone and without a number.
  private static let ownWords: Set<String> = [
    "clip", "de", "dictation", "file", "memo", "new", "nota", "note", "output", "rec", "record",
    "signal", "track", "video", "voice", "zoom",
  ]

  fileprivate static func title(ofFileNamed name: String?) -> String? {
    name.map {
      URL(fileURLWithPath: $0).deletingPathExtension().lastPathComponent
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  fileprivate static func isGeneric(_ recording: Recording) -> Bool {
    let title = recording.title
    if title.isEmpty || title == "Untitled" { return true }
    switch recording.provenance.kind {
    case .recorded:
      // Clients that send a recording without a title name its file so.
      return title == "Recording"
        || title.wholeMatch(of: /(Memo|Recovered memo) of \d{4}-\d\d-\d\d \d\d:\d\d/) != nil
    case .imported:
      guard let made = Self.title(ofFileNamed: recording.provenance.originalFileName)
      else { return false }
      return title == made && isGeneric(name: made)
    default:
      return false
    }
  }

  private static func isGeneric(name: String) -> Bool {
    let words = name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .split { !$0.isLetter && !$0.isNumber }
    if words.count == 1, ownWords.contains(String(words[0])) { return false }
    return UUID(uuidString: name) != nil
      || words.allSatisfy { word in
        let letters = word.prefix(while: \.isLetter)
        let isNumbered = word.dropFirst(letters.count).allSatisfy {
          $0.isNumber || "tz".contains($0)
        }
        let isID = word.count >= 8 && word.allSatisfy(\.isHexDigit)
        return isID || isNumbered && (letters.isEmpty || emptyWords.contains(String(letters)))
      }
  }

  private static let fillers: Set<String> = [
    "ah", "and", "eh", "er", "erm", "hm", "hmm", "mm", "oh", "okay", "ok", "right", "so", "uh",
    "uhm", "um", "well", "yeah", "yes", "also", "äh", "ähm", "euh", "eh",
  ]

  private static func text(of words: [Word]) -> String? {
    let spoken = words.drop { fillers.contains($0.text.lowercased().filter(\.isLetter)) }
    var clause: [Word] = []
    for word in spoken {
      if let last = clause.last, clause.count >= fewestWords,
        last.endsSentence || word.start - last.end >= pause
      {
        break
      }
      clause.append(word)
      if Self.joined(clause).count > longest * 2 { break }
    }
    let title = shortened(clause)
    guard title.contains(where: \.isLetter)
    else { return nil }
    return title.prefix(1).uppercased() + title.dropFirst()
  }

  private static func shortened(_ words: [Word]) -> String {
    var words = words[...]
    let isWhole = joined(words).count <= longest
    while !isWhole, words.count > 1, joined(words).count >= longest { words = words.dropLast() }
    guard !isWhole
    else { return joined(words) }
    if let end = words.lastIndex(where: { $0.text.hasSuffix(",") || $0.text.hasSuffix(";") }),
      words[...end].count >= fewestWords
    {
      return joined(words[...end])
    }
    let text = joined(words)
    return (text.count < longest ? text : String(text.prefix(longest - 1))) + "…"
  }

  private static func joined(_ words: some Collection<Word>) -> String {
    let text = words.map(\.text).joinedAsText()
    let end = text.reversed().prefix { ".,;:!。、，".contains($0) }.count
    return String(text.dropLast(end))
  }
}

extension Recording {
  /// Returns `true` if the user gave the title, not the program, the file's name, or `words`.
  public func hasOwnTitle(saying words: some Sequence<Word>) -> Bool {
    var untitled = self
    untitled.title = ""
    return !SpokenTitle.isGeneric(self) && title != Self.recoveredTitle
      && title != SpokenTitle.title(ofFileNamed: provenance.originalFileName)
      && title != SpokenTitle(for: untitled, saying: words)?.text
  }

  public static let recoveredTitle = "Recovered memo"
}

extension Word {
  fileprivate var endsSentence: Bool {
    text.last.map { ".?!。？！".contains($0) } ?? false
  }
}
