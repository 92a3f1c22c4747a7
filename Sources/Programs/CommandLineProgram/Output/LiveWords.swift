import SharedModels
import SpeechClient

/// Words since the last result: settled ones, and open ones that the next line replaces.
struct LiveWords {
  private var settledCount = 0
  private var last: [Word] = []

  mutating func line(for result: SpeechRecognitionResult, time: Double) -> JSONObject? {
    let words = Array(result.bestTranscription.words)
    let count = max(settledCount, min(result.settledWordCount, words.count))
    let new = words[min(settledCount, words.count)..<min(count, words.count)]
    let rest = Array(words.dropFirst(count))
    guard !new.isEmpty || rest != last
    else { return nil }
    settledCount = count
    last = rest
    return [
      "event": "heard", "settled": new.map(LiveWord.init), "open": rest.map(LiveWord.init),
      "time": time,
    ]
  }

  private struct LiveWord: Encodable {
    let text: String
    let start: Double
    let end: Double

    init(_ word: Word) {
      text = word.text
      start = word.start.secondsToMillisecond
      end = word.end.secondsToMillisecond
    }
  }
}
