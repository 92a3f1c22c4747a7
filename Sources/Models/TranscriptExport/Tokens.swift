import SharedModels

extension Transcription {
  var hasTimes: Bool {
    segments.contains { $0.end > .zero || $0.words.contains { $0.end > .zero } }
  }

  /// Untimed words share their segment's time by length, untimed segments the time to the next.
  func tokens(duration: Duration) -> [Token] {
    var tokens: [Token] = []
    var now = Duration.zero
    for (index, segment) in segments.enumerated() {
      if segment.words.contains(where: { $0.end > .zero }) {
        append(segment.timedTokens, to: &tokens)
      } else {
        let (start, end) = time(ofSegment: index, after: now, duration: duration)
        append(segment.text.tokens(from: start, to: end), to: &tokens)
      }
      now = max(now, tokens.last?.end ?? .zero)
    }
    return speakers.isEmpty ? tokens : tokens.withoutGapsBetweenSpeakers
  }

  func labeledTokens(duration: Duration) -> [Token] {
    var speaker: Speaker.ID?
    return tokens(duration: duration).flatMap { token -> [Token] in
      guard token.speaker != speaker, let label = label(of: token.speaker)
      else { return [token] }
      speaker = token.speaker
      var token = token
      let separator = token.separator
      if token.separator == .nothing { token.separator = .space }
      return [
        Token(
          text: "\(label):", start: token.start, end: token.start, separator: separator,
          speaker: token.speaker), token,
      ]
    }
  }

  func label(of id: Speaker.ID?) -> String? {
    speaker(id).map {
      $0.label.withoutControls.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  private func time(
    ofSegment index: Int, after now: Duration, duration: Duration
  ) -> (start: Duration, end: Duration) {
    let segment = segments[index]
    guard segment.end <= segment.start
    else { return (segment.start, segment.end) }
    let start = max(segment.start, now)
    let run = segments[index...].prefix { $0.end <= $0.start }
    let end = max(run.endIndex < segments.endIndex ? segments[run.endIndex].start : duration, start)
    let times = sharedTimes(of: run.map(\.text.displayWidth), from: start, to: end)
    return times.first ?? (start, end)
  }

  private func append(_ segment: [Token], to tokens: inout [Token]) {
    guard var first = segment.first
    else { return }
    if first.separator == .nothing, let last = tokens.last {
      first.separator = separator(between: last.text, and: first.text)
    }
    tokens.append(first)
    tokens.append(contentsOf: segment.dropFirst())
  }
}

extension [Token] {
  /// Words without a speaker get the previous one, or the first.
  fileprivate var withoutGapsBetweenSpeakers: Self {
    var speaker = lazy.compactMap(\.speaker).first
    return map { token in
      var token = token
      speaker = token.speaker ?? speaker
      token.speaker = speaker
      return token
    }
  }
}

private func separator(between left: String, and right: String) -> Token.Separator {
  [left, right].joinedAsText().count > left.count + right.count ? .space : .nothing
}

extension Segment {
  fileprivate var timedTokens: [Token] {
    var rest = text[...]
    var tokens: [Token] = []
    for word in words {
      let spaces = rest.prefix(while: \.isWhitespace)
      let afterSpaces = rest.dropFirst(spaces.count)
      let wordText = word.text.trimmed
      guard !wordText.isEmpty
      else { continue }
      let separator: Token.Separator
      if afterSpaces.hasPrefix(wordText) {
        separator =
          spaces.contains(where: \.isNewline) ? .lineBreak : spaces.isEmpty ? .nothing : .space
        rest = afterSpaces.dropFirst(wordText.count)
      } else {
        separator =
          tokens.last.map {
            TranscriptExport.separator(between: $0.text, and: wordText)
          } ?? .nothing
        if let found = rest.range(of: wordText) { rest = rest[found.upperBound...] }
      }
      tokens.append(
        Token(
          text: wordText.withoutControls, start: word.start, end: word.end,
          separator: separator, speaker: word.speaker))
    }
    return tokens
  }
}

extension String {
  fileprivate func tokens(from start: Duration, to end: Duration) -> [Token] {
    var parts: [(text: String, separator: Token.Separator)] = []
    var separator = Token.Separator.nothing
    for character in self {
      if character.isWhitespace {
        separator = character.isNewline || separator == .lineBreak ? .lineBreak : .space
      } else if separator == .nothing, let last = parts.last?.text.last,
        !last.mayBreak(before: character)
      {
        parts[parts.count - 1].text.append(character)
      } else {
        parts.append((String(character), separator))
        separator = .nothing
      }
    }
    let times = sharedTimes(of: parts.map(\.text.displayWidth), from: start, to: end)
    return zip(parts, times).compactMap { part, time in
      let text = part.text.withoutControls
      return text.isEmpty
        ? nil : Token(text: text, start: time.start, end: time.end, separator: part.separator)
    }
  }
}

extension Character {
  fileprivate func mayBreak(before next: Character) -> Bool {
    (isWrittenWithoutSpaces || next.isWrittenWithoutSpaces)
      && !"、。，．！？；：）」』】》〉’”…ー".contains(next) && !next.isPunctuation
      && !"（「『【《〈“‘".contains(self)
  }
}
