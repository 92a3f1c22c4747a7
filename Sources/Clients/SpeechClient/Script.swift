import SharedModels

enum Script {
  static let engine = TranscriptionEngine(name: "scripted", version: "1")
  static let model = "script"

  static func events(
    saying text: String, _ request: TranscriptionRequest
  ) -> [TranscriptionEvent] {
    var events: [TranscriptionEvent] = [
      .started(SpeechEngineInfo(engine: engine, model: model)),
      .language("en", probability: 1),
    ]
    let sentences = sentences(of: text)
    let total = max(1, sentences.reduce(0) { $0 + $1.count })
    var time = request.startingAt
    var done = 0
    for sentence in sentences {
      let words = sentence.map { text in
        defer { time += .milliseconds(300) }
        return Word(text: text, start: time, end: time + .milliseconds(300))
      }
      done += words.count
      events.append(.segment(Segment(words: words)))
      events.append(.progress(Double(done) / Double(total)))
    }
    let summary = TranscriptionSummary(
      engine: engine, language: "en", model: model, repairs: 0)
    return events + [.finished(summary)]
  }

  private static func sentences(of text: String) -> [[String]] {
    var sentences: [[String]] = [[]]
    for word in text.split(whereSeparator: \.isWhitespace).map(String.init) {
      sentences[sentences.count - 1].append(word)
      if let last = word.last, ".?!".contains(last) { sentences.append([]) }
    }
    return sentences.filter { !$0.isEmpty }
  }
}
