import POSIX
import Styleguide
import Testing

struct StyleguideTests {
  @Test(
    "A clock shows hours only if needed",
    arguments: [
      (Duration.zero, "0:00"), (.milliseconds(7_999), "0:07"), (.seconds(754), "12:34"),
      (.seconds(3_723), "1:02:03"), (.seconds(360_000), "100:00:00"), (.seconds(-5), "0:00"),
    ])
  func clock(duration: Duration, text: String) {
    #expect(duration.clock == text)
  }

  @Test("Without colors, the text is unchanged")
  func ink() {
    #expect(Ink(isColored: false).hit("word") == "word")
    #expect(Ink(isColored: true).hit("word") == "\u{1b}[1;33mword\u{1b}[0m")
  }

  @Test(
    "Only the first letter is changed",
    arguments: [("", ""), ("the SSD", "The SSD"), ("élan", "Élan"), ("'x' is", "'x' is")])
  func firstLetter(text: String, changed: String) {
    #expect(text.firstLetterUppercased == changed)
  }

  @Test(
    "An error becomes a sentence, unless it is one",
    arguments: [
      ("", ""), ("no space left", "No space left."), ("Try again.", "Try again."),
      ("why?", "Why?"),
    ])
  func sentence(text: String, sentence: String) {
    #expect(text.sentence == sentence)
  }

  @Test("An invalid byte in a file name is shown as such")
  func bytes() {
    #expect(String(systemBytes: [0x61, 0xe4, 0x80, 0xff]).printable == "a\\xE4\\x80\\xFF")
  }

  @Test("Nothing printable can steer a terminal")
  func printable() {
    #expect("a\nb\tc\u{1b}[2Jd 🎤".printable == "a\\nb\\tc\u{fffd}[2Jd 🎤")
    #expect("talk\u{202e}3pm.exe\u{2066}".printable == "talk\u{fffd}3pm.exe\u{fffd}")
  }

  @Test(
    "A bar fills by eighths of a cell",
    arguments: [
      (0.0, "░░░░"), (0.5, "██░░"), (0.53125, "██▏░"), (1, "████"), (2, "████"), (-1, "░░░░"),
    ])
  func bar(fraction: Double, text: String) {
    #expect(ProgressBar(fraction: fraction, width: 4).text == text)
  }

  @Test("A bar of no number is empty")
  func noNumber() {
    #expect(ProgressBar(fraction: .nan, width: 2).text == "░░")
    #expect(ProgressBar(fraction: 1, width: -3).text == "")
  }
}
