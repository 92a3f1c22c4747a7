import Foundation

/// A title made of what is said, for memos whose own says nothing: that of a file which a recorder
/// has named, or the time of a recording. One that a person has given is never among them.
public struct SpokenTitle {
  /// How long a title is at most, in characters.
  static let longest = 60
  /// With fewer words than this a sentence says too little, and the next one joins it.
  static let fewestWords = 3
  /// Between clauses nobody speaks for so long.
  static let pause = Duration.milliseconds(700)

  public let text: String

  /// - Returns: `nil` where the memo has a title already, or where nothing is said that could be one.
  public init?(for recording: Recording, saying words: some Sequence<Word>) {
    guard Self.saysNothing(recording), let text = Self.text(of: Array(words))
    else { return nil }
    self.text = text
  }

  // MARK: - Titles that say nothing

  /// What recorders, phones and messengers call their files, in the languages of most of them.
  private static let emptyWords: Set<String> = [
    "aac", "am", "amr", "at", "aud", "audio", "aufnahme", "aufzeichnung", "clip", "copy", "de",
    "dictation", "enregistrement", "file", "flac", "grabacion", "gravacao", "img", "m4a", "memo",
    "mov", "mp3", "mp4", "neue", "new", "nota", "note", "nouvel", "nova", "nueva", "nuova", "of",
    "ogg", "opus", "output", "pm", "ptt", "rec", "record", "recorded", "recording", "recovered",
    "registrazione", "signal", "sound", "sprachmemo", "stdin", "telegram", "track", "uhr", "um",
    "unknown", "untitled", "vid", "video", "vm", "voice", "voicememo", "wa", "wav", "webm",
    "whatsapp", "zoom",
  ]

  /// Of these words a person calls a file as well, where no number and no other word follows.
  private static let ownWords: Set<String> = [
    "clip", "de", "dictation", "file", "memo", "new", "nota", "note", "output", "rec", "record",
    "signal", "track", "video", "voice", "zoom",
  ]

  /// Whether a memo still has the title that was made for it, and that says nothing but when, or
  /// the how manieth.
  private static func saysNothing(_ recording: Recording) -> Bool {
    let title = recording.title
    if title.isEmpty || title == "Untitled" { return true }
    switch recording.provenance.kind {
    case .recorded:
      // The web page's recordings are files of that name.
      return title == "Recording"
        || title.wholeMatch(of: /(Memo|Recovered memo) of \d{4}-\d\d-\d\d \d\d:\d\d/) != nil
    case .imported:
      guard let name = recording.provenance.originalFileName
      else { return false }
      let made = URL(fileURLWithPath: name).deletingPathExtension().lastPathComponent
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return title == made && isEmpty(name: made)
    default:
      return false
    }
  }

  private static func isEmpty(name: String) -> Bool {
    let words = name.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
      .split { !$0.isLetter && !$0.isNumber }
    if words.count == 1, ownWords.contains(String(words[0])) { return false }
    return UUID(uuidString: name) != nil
      || words.allSatisfy { word in
        // Digits may follow a word, as in REC0001; an id is none.
        let letters = word.prefix(while: \.isLetter)
        let isNumbered = word.dropFirst(letters.count).allSatisfy {
          $0.isNumber || "tz".contains($0)
        }
        let isID = word.count >= 8 && word.allSatisfy(\.isHexDigit)
        return isID || isNumbered && (letters.isEmpty || emptyWords.contains(String(letters)))
      }
  }

  // MARK: - A title of words

  /// What is said before one comes to the point.
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

  /// As much as fits, up to a comma if there is one that leaves enough.
  private static func shortened(_ words: [Word]) -> String {
    var words = words[...]
    let isWhole = joined(words).count <= longest
    // With the sign that more follows.
    while !isWhole, words.count > 1, joined(words).count >= longest { words = words.dropLast() }
    guard !isWhole
    else { return joined(words) }
    if let end = words.lastIndex(where: { $0.text.hasSuffix(",") || $0.text.hasSuffix(";") }),
      words[...end].count >= fewestWords
    {
      return joined(words[...end])
    }
    let text = joined(words)
    // Behind the last word that is whole, or within the only one there is.
    return (text.count < longest ? text : String(text.prefix(longest - 1))) + "…"
  }

  private static func joined(_ words: some Collection<Word>) -> String {
    let text = words.map(\.text).joinedAsText()
    let end = text.reversed().prefix { ".,;:!。、，".contains($0) }.count
    return String(text.dropLast(end))
  }
}

extension Word {
  fileprivate var endsSentence: Bool {
    text.last.map { ".?!。？！".contains($0) } ?? false
  }
}
