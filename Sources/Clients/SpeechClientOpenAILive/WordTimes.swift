import SharedModels

/// The text's spelling with the server's times. Other words share the time between, by syllables.
struct WordTimes {
  private let response: TranscriptionResponse
  private let length: Double
  private let voiced: VoicedTime

  private static let longestSentence = 40

  private struct Timed {
    var confidence: Double?
    var time: Range<Double>?
    let token: SpokenToken
  }

  private struct Stretch {
    var confidence: Double?
    var start: Double?
    var end: Double?
    var text: String
    var words: [Timed]
  }

  init(_ response: TranscriptionResponse, voiced: VoicedTime, length: Double) {
    self.response = response
    self.length = length
    self.voiced = voiced
  }

  func segments() -> [Segment] {
    var stretches = stretches()
    match(&stretches)
    var reached = 0.0
    for index in stretches.indices {
      let next =
        stretches[(index + 1)...].lazy.compactMap { $0.start ?? $0.words.first?.time?.lowerBound }
        .first ?? length
      fill(&stretches[index], from: &reached, to: next)
    }
    return stretches.flatMap(segments)
  }

  private func stretches() -> [Stretch] {
    let parts = response.segments.filter { !$0.text.allSatisfy(\.isWhitespace) }
    guard !parts.isEmpty
    else {
      return [
        Stretch(
          text: response.text, words: SpokenToken.all(in: response.text).map { Timed(token: $0) })
      ]
    }
    return parts.map { part in
      Stretch(
        confidence: part.confidence, start: part.start.map(clamped), end: part.end.map(clamped),
        text: part.text, words: SpokenToken.all(in: part.text).map { Timed(token: $0) })
    }
  }

  private func clamped(_ time: Double) -> Double { min(max(time, 0), length) }

  private func match(_ stretches: inout [Stretch]) {
    let inside = response.segments.flatMap(\.words)
    let received = Self.joined(inside.isEmpty ? response.words : inside)
      .map { (word: $0, key: SpokenToken.key($0.text)) }.filter { !$0.key.isEmpty }
    guard !received.isEmpty
    else { return }
    var words = stretches.flatMap(\.words)
    let pairs = WordMatches(words.map(\.token.key), received.map(\.key)).pairs
    for (ours, theirs) in pairs {
      let parts = received[theirs].map(\.word)
      let confidence = parts.compactMap(\.confidence).min()
      var times: [Range<Double>]?
      if let start = parts.first?.start, let end = parts.last?.end {
        let range = clamped(start)..<max(clamped(start), clamped(end))
        times =
          ours.count == 1
          ? [range]
          : Self.shares(words[ours].map(\.token.key)).map {
            let span = range.upperBound - range.lowerBound
            return range.lowerBound + $0.lowerBound * span..<range.lowerBound + $0.upperBound * span
          }
      }
      for (index, place) in zip(ours, 0...) {
        words[index].confidence = confidence
        words[index].time = times?[place]
      }
    }
    var first = 0
    for index in stretches.indices {
      let count = stretches[index].words.count
      stretches[index].words = Array(words[first..<first + count])
      first += count
    }
  }

  /// Joins pieces of words: if at least half begin with white space, the others continue a word.
  private static func joined(
    _ pieces: [TranscriptionResponse.ServerWord]
  ) -> [TranscriptionResponse.ServerWord] {
    let spaced = pieces.count { $0.text.first?.isWhitespace == true }
    guard spaced * 2 >= pieces.count, spaced > 1
    else { return pieces }
    var words: [TranscriptionResponse.ServerWord] = []
    for piece in pieces {
      guard var last = words.last, piece.text.first?.isWhitespace == false
      else {
        words.append(piece)
        continue
      }
      last.text += piece.text
      last.end = piece.end ?? last.end
      last.confidence = [last.confidence, piece.confidence].compactMap(\.self).min()
      words[words.count - 1] = last
    }
    return words
  }

  private static func shares(_ words: some Collection<String>) -> [Range<Double>] {
    let counts = words.map { Double($0.syllableCount) }
    let total = max(1, counts.reduce(0, +))
    var before = 0.0
    return counts.map { count in
      defer { before += count }
      return before / total..<min(1, (before + count) / total)
    }
  }

  private func fill(_ stretch: inout Stretch, from reached: inout Double, to next: Double) {
    let start = max(stretch.start ?? reached, reached)
    let end = max(start, stretch.end ?? next)
    var known = start
    var index = 0
    while index < stretch.words.count {
      if let time = stretch.words[index].time {
        known = max(known, time.upperBound)
        index += 1
        continue
      }
      let behind = stretch.words[index...].firstIndex { $0.time != nil }
      let upper = behind.flatMap { stretch.words[$0].time?.lowerBound } ?? end
      let run = index..<(behind ?? stretch.words.count)
      let range = known..<max(known, upper)
      let times = voiced.times(Self.shares(stretch.words[run].map(\.token.key)), in: range)
      for (word, time) in zip(run, times) { stretch.words[word].time = time }
      index = run.upperBound
      known = range.upperBound
    }
    stretch.start = stretch.words.first?.time?.lowerBound ?? start
    reached = max(reached, stretch.words.last?.time?.upperBound ?? end)
  }

  private func segments(_ stretch: Stretch) -> [Segment] {
    let words = stretch.words.map { word in
      let time = word.time ?? 0..<0
      return Word(
        text: word.token.text, start: Duration(secondsToMillisecond: time.lowerBound) ?? .zero,
        end: Duration(secondsToMillisecond: time.upperBound) ?? .zero,
        confidence: word.confidence ?? stretch.confidence ?? 1)
    }
    guard response.segments.isEmpty
    else {
      var segment = Segment(words: words)
      segment.text = stretch.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return words.isEmpty ? [] : [segment]
    }
    var sentences: [[Word]] = []
    var isOpen = false
    for word in words {
      if isOpen { sentences[sentences.count - 1].append(word) } else { sentences.append([word]) }
      isOpen =
        !(word.text.last.map { ".?!。？！".contains($0) } ?? false)
        && (sentences.last?.count ?? 0) < Self.longestSentence
    }
    return sentences.map { Segment(words: $0) }
  }
}
