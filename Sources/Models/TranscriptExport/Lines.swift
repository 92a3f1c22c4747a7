func wrap(_ tokens: [Token], width: Int) -> [ArraySlice<Token>] {
  var lines: [ArraySlice<Token>] = []
  var start = 0
  var used = 0
  for (index, token) in tokens.enumerated() {
    let space = index > start && token.separator != .nothing ? 1 : 0
    let needed = used + space + token.width
    if index > start, needed > width {
      lines.append(tokens[start..<index])
      start = index
      used = token.width
    } else {
      used = needed
    }
  }
  if start < tokens.count { lines.append(tokens[start...]) }
  return lines
}

func lines(_ tokens: [Token], options: SubtitleOptions) -> [String] {
  let filled = wrap(tokens, width: options.lineLength)
  guard filled.count > 1
  else { return filled.map(\.text) }
  if filled.count == 2 {
    let breaks = tokens.indices.dropFirst().compactMap { index -> (index: Int, cost: Int)? in
      let (first, second) = (tokens[..<index].width, tokens[index...].width)
      guard max(first, second) <= options.lineLength
      else { return nil }
      let bonus = tokens[index - 1].endsSentence || tokens[index - 1].endsClause ? 12 : 0
      return (index, abs(first - second) - bonus)
    }
    if let best = breaks.min(by: { $0.cost < $1.cost }) {
      return [tokens[..<best.index].text, tokens[best.index...].text]
    }
  }
  let narrowest = (1..<options.lineLength).first {
    let lines = wrap(tokens, width: $0)
    return lines.count == filled.count
      && lines.allSatisfy { $0.width <= options.lineLength }
  }
  return wrap(tokens, width: narrowest ?? options.lineLength).map(\.text)
}
