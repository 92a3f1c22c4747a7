public import SharedModels

public struct Cue: Equatable, Sendable {
  public var start: Duration
  public var end: Duration
  /// Not escaped for any format.
  public var lines: [String]
  public var speaker: Speaker.ID?

  public init(start: Duration, end: Duration, lines: [String], speaker: Speaker.ID? = nil) {
    self.start = start
    self.end = end
    self.lines = lines
    self.speaker = speaker
  }
}

extension Transcription {
  /// Returns subtitles that never overlap. `duration` bounds the times of words without any.
  public func cues(
    duration: Duration, options: SubtitleOptions = SubtitleOptions(), isLabeled: Bool = false
  ) -> [Cue] {
    let tokens = (isLabeled ? labeledTokens(duration: duration) : tokens(duration: duration))
      .flatMap { $0.cut(to: options.lineLength) }
    var cues: [Cue] = []
    var rest = tokens[...]
    while !rest.isEmpty {
      let length = cueLength(rest, options: options)
      let head = rest.prefix(length)
      rest = rest.dropFirst(length)
      cues.append(
        Cue(
          start: head.map(\.start).min() ?? .zero,
          end: head.map(\.end).max() ?? .zero,
          lines: lines(Array(head), options: options), speaker: head.first?.speaker))
    }
    return timed(cues, duration: duration, options: options)
  }
}

private func cueLength(_ tokens: ArraySlice<Token>, options: SubtitleOptions) -> Int {
  let tokens = Array(tokens.prefix(options.lineLength * options.lineCount + 1))
  var fitting = 1
  var (lineCount, used) = (1, tokens[0].width)
  while fitting < tokens.count {
    let (last, next) = (tokens[fitting - 1], tokens[fitting])
    if next.start - last.end >= options.pause || next.speaker != last.speaker { return fitting }
    if last.endsSentence, last.end - tokens[0].start >= options.shortest,
      tokens[..<fitting].width > options.lineLength / 2
    {
      return fitting
    }
    used += (next.separator == .nothing ? 0 : 1) + next.width
    if used > options.lineLength { (lineCount, used) = (lineCount + 1, next.width) }
    guard next.end - tokens[0].start <= options.longest, lineCount <= options.lineCount
    else { return bestCut(tokens, fitting: fitting) }
    fitting += 1
  }
  return fitting
}

private func bestCut(_ tokens: [Token], fitting: Int) -> Int {
  let cuts = (max(1, fitting / 2)...fitting).reversed()
  if let cut = cuts.first(where: { tokens[$0 - 1].endsSentence }) { return cut }
  if let cut = cuts.first(where: { tokens[$0 - 1].endsClause }) { return cut }
  let silences = cuts.map { ($0, tokens[$0].start - tokens[$0 - 1].end) }
  let longest = silences.max { $0.1 < $1.1 }
  if let longest, longest.1 >= .milliseconds(150) { return longest.0 }
  return fitting
}

private func timed(_ cues: [Cue], duration: Duration, options: SubtitleOptions) -> [Cue] {
  var cues = cues
  var now = Duration.zero
  for index in cues.indices {
    let start = max(cues[index].start.wholeMilliseconds, now.wholeMilliseconds)
    var end = max(cues[index].end, .milliseconds(start) + options.shortest)
    if index + 1 < cues.count { end = min(end, max(cues[index + 1].start, cues[index].end)) }
    if duration > .zero { end = min(end, max(duration, cues[index].end)) }
    end = min(end, .milliseconds(start) + options.longest)
    cues[index].start = .milliseconds(start)
    cues[index].end = .milliseconds(max(end.wholeMilliseconds, start &+ 1))
    now = cues[index].end
  }
  return cues.sharingTimeWithTheShortest(options)
}

/// A shorter cue can hardly be seen.
private let leastLength = Duration.milliseconds(200)

extension [Cue] {
  /// Text typed without a pause has hardly any time: it gets up to half of a longer neighbor's.
  fileprivate func sharingTimeWithTheShortest(_ options: SubtitleOptions) -> Self {
    let wanted = Swift.min(options.shortest, options.longest)
    var cues = self
    for index in indices where cues[index].length < leastLength {
      let touching = [index - 1, index + 1].filter {
        indices.contains($0) && cues[$0].length >= leastLength
          && ($0 < index ? cues[$0].end == cues[index].start : cues[$0].start == cues[index].end)
      }
      guard let neighbor = touching.max(by: { cues[$0].length < cues[$1].length })
      else { continue }
      let taken = Swift.min(wanted - cues[index].length, cues[neighbor].length / 2)
      let given = Duration.milliseconds(Swift.max(0, taken.wholeMilliseconds))
      if neighbor < index {
        cues[index].start -= given
        cues[neighbor].end = cues[index].start
      } else {
        cues[index].end += given
        cues[neighbor].start = cues[index].end
      }
    }
    return cues
  }
}

extension Cue {
  fileprivate var length: Duration { end - start }
}

extension Token {
  fileprivate func cut(to width: Int) -> [Token] {
    guard self.width > width
    else { return [self] }
    var parts = [""]
    for character in text {
      if parts[parts.count - 1].displayWidth + character.displayWidth > width {
        parts.append("")
      }
      parts[parts.count - 1].append(character)
    }
    let times = sharedTimes(of: parts.map(\.displayWidth), from: start, to: end)
    return parts.indices.map {
      Token(
        text: parts[$0], start: times[$0].start, end: times[$0].end,
        separator: $0 == 0 ? separator : .nothing, speaker: speaker)
    }
  }
}
