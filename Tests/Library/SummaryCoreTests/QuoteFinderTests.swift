import SharedModels
import Testing

@testable import SummaryCore

struct QuoteFinderTests {
  private func found(
    _ quote: String, in text: String, language: String? = "en"
  ) -> String? {
    let words = transcription(text, language: language).spokenWords
    return QuoteFinder(words, language: language).quote(quote, in: words.indices)?.text
  }

  @Test(
    "Words are found without regard to case and punctuation, and shown as in the transcript",
    arguments: [
      ("the BOAT is sold", "Well, the boat is sold.", "the boat is sold."),
      ("“The boat, is sold!”", "Well, the boat is sold.", "the boat is sold."),
      ("dont sell", "We don't sell it.", "don't sell"),
      ("We don’t sell", "We don't sell it.", "We don't sell"),
      ("well known pier", "The well-known pier", "well-known pier"),
      ("1000 euros", "It costs 1,000 euros.", "1,000 euros."),
      ("3.5 meters", "It is 3.5 meters long", "3.5 meters"),
      ("Strasse", "Die Straße.", "Straße."),
      ("boat", "The boat.", "boat."),
    ])
  func exact(quote: String, text: String, shown: String) {
    #expect(found(quote, in: text) == shown)
  }

  @Test(
    "Other words, orders, and numbers are not found",
    arguments: [
      ("the boat was sold", "The boat is sold."), ("sold is boat", "The boat is sold."),
      ("35 meters", "It is 3.5 meters long"), ("5 degrees", "It is -5 degrees"),
      ("boat", "The boathouse"), ("", "The boat."), ("…", "The boat."),
    ])
  func absent(quote: String, text: String) {
    #expect(found(quote, in: text) == nil)
  }

  @Test("In scripts without spaces, a quote is found at any cut of the words")
  func unspaced() {
    let text = "今日は 会議 です。 明日 は休み"
    #expect(found("会議です", in: text, language: "ja") == "会議です。")
    #expect(found("今日は会議です。明日", in: text, language: "ja") == "今日は会議です。明日")
    #expect(found("今日は会議でした。", in: text, language: "ja") == nil)
  }

  private static let long =
    "So we talked about the old blue boat and we will sell it to Marta in May after the regatta"

  @Test(
    "A window matches with 90 percent of at least four words in order",
    arguments: [
      // One of ten words differs.
      ("we talked about the old green boat and we will", true),
      // A word is missing in the quote.
      ("talked about the blue boat and we will sell it", true),
      // Two of ten differ.
      ("we talked about the small green boat and we will", false),
      // The order differs.
      ("we will sell it to Marta and we talked about", false),
      // One of nine differs: 89 percent.
      ("we talked about the old green boat and we", false),
      // All four match, with another word between them.
      ("talked about old blue", true),
      // Three match.
      ("talked about blue", false),
      // The words stand in two places.
      ("we talked about the boat sell it to Marta in May", false),
    ])
  func window(quote: String, isFound: Bool) {
    #expect((found(quote, in: Self.long) != nil) == isFound)
  }

  @Test(
    "A window must not lose, add, or change a negation or number",
    arguments: [
      (
        "we will sell the old boat to Marta in May after",
        "we will not sell the old boat to Marta in May after"
      ),
      (
        "we will not sell the old boat to Marta in May after",
        "we will sell the old boat to Marta in May after"
      ),
      (
        "we will never sell the old boat to Marta in May",
        "we will not sell the old boat to Marta in May"
      ),
      (
        "she pays 300 euros for the boat at the old pier",
        "she pays 500 euros for the boat at the old pier"
      ),
      (
        "she pays five euros for the boat at the old pier",
        "she pays nine euros for the boat at the old pier"
      ),
      (
        "she pays euros for the boat at the old pier today",
        "she pays 5 euros for the boat at the old pier today"
      ),
      (
        "we do sell the old boat to Marta in May after",
        "we don't sell the old boat to Marta in May after"
      ),
    ])
  func critical(quote: String, text: String) {
    #expect(found(quote, in: text) == nil)
    #expect(found(text, in: text) == text)
  }

  @Test(
    "Negations and numbers of other languages count, too",
    arguments: [
      (
        "de", "wir verkaufen das alte Boot im Mai an die nette Marta",
        "wir verkaufen das alte Boot im Mai nicht an die nette Marta"
      ),
      (
        "de", "das kostet fünfundzwanzig Euro pro Tag bei dem alten Hafen dort",
        "das kostet sechsundzwanzig Euro pro Tag bei dem alten Hafen dort"
      ),
      (
        "fr", "le bateau est vendu à Marta au mois de mai prochain",
        "le bateau n'est vendu à Marta au mois de mai prochain"
      ),
    ])
  func languages(language: String, quote: String, text: String) {
    #expect(found(quote, in: text, language: language) == nil)
    #expect(found(text, in: text, language: language) == text)
  }

  @Test("In a language without listed negations, only exact quotes are found")
  func unknownLanguage() {
    let quote = "we talked about the old green boat and we will"
    #expect(found(quote, in: Self.long, language: "fi") == nil)
    #expect(found(quote, in: Self.long, language: nil) == nil)
    #expect(found("the old blue boat", in: Self.long, language: "fi") == "the old blue boat")
  }

  @Test("A quote has its words and times, and is only looked for in its part")
  func place() throws {
    let words = transcription("One two three\none two three four").spokenWords
    let finder = QuoteFinder(words, language: "en")
    let first = try #require(finder.quote("two three", in: words.indices))
    #expect(first.words == 1..<3)
    #expect(first.start == .milliseconds(300) && first.end == .milliseconds(900))
    let second = try #require(finder.quote("two three", in: 3..<7))
    #expect(second.words == 4..<6)
    #expect(second.start == .milliseconds(3200))
    #expect(finder.quote("three one", in: 3..<7) == nil)
  }

  @Test("Segments without words are found at their time")
  func textOnly() {
    let transcription = Transcription(
      segments: [Segment(start: .seconds(5), end: .seconds(9), text: "The tide turns.")])
    let words = transcription.spokenWords
    let quote = QuoteFinder(words, language: nil).quote("tide turns", in: words.indices)
    #expect(quote?.start == .seconds(5))
    #expect(quote?.text == "tide turns.")
  }

  @Test(
    "Any run of words is found, and no text with a foreign word", arguments: 0..<50 as Range<UInt64>
  )
  func property(seed: UInt64) throws {
    var numbers = Numbers(state: seed)
    let vocabulary = ["boat", "pier", "Marta", "not", "5", "sell", "the", "tide", "rope", "May"]
    let text = (0..<60).compactMap { _ in vocabulary.randomElement(using: &numbers) }
    let words = transcription(text.joined(separator: " ")).spokenWords
    let finder = QuoteFinder(words, language: "en")
    let start = Int.random(in: 0..<50, using: &numbers)
    let run = start..<start + Int.random(in: 1...10, using: &numbers)
    let quote = text[run].map { Bool.random(using: &numbers) ? $0.uppercased() : $0 + "," }
      .joined(separator: " ")
    let found = try #require(finder.quote(quote, in: words.indices))
    #expect(Array(text[found.words]) == Array(text[run]))
    var other = Array(text[run])
    other.insert("7", at: Int.random(in: 0...other.count, using: &numbers))
    #expect(finder.quote(other.joined(separator: " "), in: words.indices) == nil)
  }
}
