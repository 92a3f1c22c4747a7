import Foundation
import SharedModels
import Testing

/// Titles made of what is said.
struct SpokenTitleTests {
  private func memo(_ title: String, file: String? = nil) -> Recording {
    var memo = Recording.preview(title: title)
    memo.provenance = file.map { .imported(fileName: $0) } ?? .recorded()
    return memo
  }

  private func title(of text: String, pauseAfter index: Int? = nil) -> String? {
    var time = Duration.zero
    var words: [Word] = []
    for (number, text) in text.split(separator: " ").enumerated() {
      words.append(Word(text: String(text), start: time, end: time + .milliseconds(300)))
      time += .milliseconds(number == index ? 1_500 : 300)
    }
    return SpokenTitle(for: memo("", file: "x.wav"), saying: words)?.text
  }

  @Test(
    "What recorders call their files says nothing",
    arguments: [
      "REC0042", "Recording 12", "New Recording", "audio", "Voice 001", "AUD-20261124-WA0003",
      "WhatsApp Audio 2026-11-24 at 10.22.13", "2026-11-24 10-22-13", "20261124T102213Z",
      "voice_memo",
      "Neue Aufnahme 7", "Grabaci\u{f3}n (3)", "3f9a62d1-8e1f-4c44-a5a3-22b0f1a1c9de",
      "PTT-20260101",
    ])
  func saysNothing(name: String) {
    let words = [
      Word(text: "Buy", start: .zero, end: .zero), Word(text: "milk.", start: .zero, end: .zero),
    ]
    #expect(SpokenTitle(for: memo(name, file: name + ".m4a"), saying: words)?.text == "Buy milk")
  }

  @Test(
    "What a person has called a file, or a memo, stays",
    arguments: [
      ("Budget 2026", "Budget 2026.m4a"), ("Call with Zo\u{eb}", "REC0042.m4a"),
      ("Recording with Anna", "Recording with Anna.wav"), ("My memo", nil),
      ("decade", "decade.wav"),
      ("memo", "memo.wav"),
      ("Memo of the king", nil), ("Recording 12", "budget.m4a"),
    ] as [(String, String?)])
  func ofAPerson(title: String, file: String?) {
    let words = [Word(text: "Hello.", start: .zero, end: .zero)]
    #expect(SpokenTitle(for: memo(title, file: file), saying: words) == nil)
  }

  @Test("A recording that is called by its time gets a title, too")
  func recorded() {
    let words = [Word(text: "hello", start: .zero, end: .zero)]
    for title in ["Memo of 2026-01-31 12:00", "Recording"] {
      #expect(SpokenTitle(for: memo(title), saying: words)?.text == "Hello")
    }
  }

  @Test(
    "A title is the first clause that says something, and ends where a reader expects it",
    arguments: [
      ("um so well we have to talk about the budget. And then", "We have to talk about the budget"),
      (
        "Okay. Yes. On Tuesday the 3rd of May Zo\u{eb} comes. Good.",
        "On Tuesday the 3rd of May Zo\u{eb} comes"
      ),
      ("Hello there. This is Anna.", "Hello there. This is Anna"),
      ("Why is it so late? I wonder.", "Why is it so late?"),
      (
        "When the train was late again, and nobody knew when the next one would come to the station, I left.",
        "When the train was late again"
      ),
      (
        "a very long sentence without any comma at all that goes on and on and on for ever.",
        "A very long sentence without any comma at all that goes on\u{2026}"
      ),
      ("... ! ?", nil), ("um uh", nil),
    ] as [(String, String?)])
  func clause(text: String, expected: String?) {
    #expect(title(of: text) == expected)
  }

  @Test("A title that is cut is sixty characters at most, and ends behind a whole word")
  func cut() {
    for length in 1...14 {
      let words = Array(repeating: String(repeating: "a", count: length), count: 80)
      let title = title(of: words.joined(separator: " ")) ?? ""
      #expect((40...60).contains(title.count), "\(title)")
      #expect(
        title.lowercased().dropLast().split(separator: " ").allSatisfy { $0.count == length },
        "\(title)")
      #expect(title.hasSuffix("\u{2026}"))
    }
    let endless = title(of: String(repeating: "b", count: 300)) ?? ""
    #expect(endless.count == 60 && endless.hasSuffix("b\u{2026}"))
  }

  @Test("A pause ends a clause where nothing is written")
  func pause() {
    #expect(title(of: "buy some milk and then call the bank", pauseAfter: 2) == "Buy some milk")
  }
}
