import DatabaseSQL
import SharedModels
import Testing

struct StoredWordsTests {
  @Test("Words of any content survive storage, with times to the millisecond")
  func roundTrip() throws {
    let texts = ["plain", "\"quoted\"", "back\\slash", "tab\t", "nul\u{0}", "é🎤", "", "会議"]
    let words = texts.enumerated().map { index, text in
      Word(
        text: text, start: .milliseconds(index * 10), end: .milliseconds(index * 10 + 5),
        confidence: 0.125, speaker: index.isMultiple(of: 2) ? nil : Speaker.ID(index))
    }
    #expect(try StoredWords(json: StoredWords(words).json).words == words)
    #expect(try StoredWords(json: StoredWords([]).json).words == [])
    let unsure = Word(text: "a", start: .zero, end: .microseconds(1_500), confidence: 7)
    #expect(StoredWords([unsure]).json == #"[["a",0,2,1000]]"#)
  }

  @Test("The starts of words are read in one pass, without decoding the others")
  func starts() {
    let texts = ["plain", "a,[1]\"b", "\\", "", "[", "]", "é🎤", "nul\u{0}", "last"]
    let words = texts.enumerated().map { index, text in
      Word(
        text: text, start: .milliseconds(index * 1_234), end: .seconds(100),
        speaker: index.isMultiple(of: 2) ? nil : Speaker.ID(index))
    }
    let json = Array(StoredWords(words).json.utf8)
    func starts(_ indexes: [Int]) -> [Duration] {
      json.withUnsafeBytes { StoredWords.starts(ofWords: indexes, inJSON: $0) }
    }
    for index in -1...words.count {
      #expect(starts([index]) == (words.indices.contains(index) ? [words[index].start] : []))
    }
    #expect(starts(Array(words.indices)) == words.map(\.start))
    #expect(starts([1, 2, 7, 20, 21]) == [1, 2, 7].map { words[$0].start })
    #expect(starts([]) == [])
    for odd in ["", "[", "[[\"a", "[[\"a\\", "nonsense", "[[\"a\",x]]"] {
      let starts = Array(odd.utf8).withUnsafeBytes {
        StoredWords.starts(ofWords: [0], inJSON: $0)
      }
      #expect(starts == [], "\(odd)")
    }
  }

  @Test("JSON of another format is reported in one line")
  func odd() {
    for json in ["", "17", "[[1]]", #"[["a"]]"#] {
      let error = #expect(throws: DecodingError.self) { try StoredWords(json: json) }
      #expect(error.flatMap(ColumnError.detail)?.isEmpty == false, "\(json)")
    }
  }

  @Test("In an indexed text, a word's position is its index, for words of any content")
  func indexed() {
    let words = ["New York", "", "tab\there", "\u{2}", "plain", "é"].map {
      Word(text: $0, start: .zero, end: .zero)
    }
    let body = IndexedText([
      Segment(words: Array(words.prefix(2))), Segment(words: Array(words.dropFirst(2))),
    ]).body
    #expect(body == "New\u{a0}York - tab\u{a0}here \u{a0} plain é")
  }
}
