struct OldToken {
  var key: String
  var segment: Int
  var word: Word?
}

struct NewToken {
  var key: String
  var range: Range<String.Index>
}

extension [Segment] {
  var editTokens: [OldToken] {
    indices.flatMap { place in
      self[place].words.isEmpty
        ? self[place].text.editTokens(known: []).map {
          OldToken(key: $0.key, segment: place, word: nil)
        }
        : self[place].words.map {
          OldToken(key: $0.text.comparisonKey, segment: place, word: $0)
        }
    }
  }
}

extension String {
  /// Splits at spaces and known words, for scripts without spaces and joins such as "New" "-York".
  func editTokens(known: Set<String>) -> [NewToken] {
    let longest = known.lazy.map(\.count).max() ?? 0
    return split(whereSeparator: \.isWhitespace).flatMap { chunk in
      chunk.pieces(known: known, longest: longest).map {
        NewToken(key: String($0).comparisonKey, range: $0.startIndex..<$0.endIndex)
      }
    }
  }

  var comparisonKey: String {
    let key = lowercased().filter { $0.isLetter || $0.isNumber || $0.isSymbol }
    return key.isEmpty ? trimmed : key
  }

  package var trimmed: String {
    let start = drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(start[...last])
  }
}

extension Substring {
  fileprivate func pieces(known: Set<String>, longest: Int) -> [Substring] {
    guard !known.contains(String(self))
    else { return [self] }
    var pieces: [Substring] = []
    var rest = self
    while let first = rest.first {
      let piece: Substring
      if first.isWrittenWithoutSpaces {
        piece = rest.knownPrefix(known, longest: longest) ?? rest.prefix(1)
        pieces.append(piece)
      } else {
        piece = rest.prefix { !$0.isWrittenWithoutSpaces }
        pieces += piece.cutIntoKnown(known, longest: longest) ?? [piece]
      }
      rest = rest[piece.endIndex...]
    }
    return pieces
  }

  private func cutIntoKnown(_ known: Set<String>, longest: Int) -> [Substring]? {
    var pieces: [Substring] = []
    var rest = self
    while !rest.isEmpty {
      guard let piece = rest.knownPrefix(known, longest: longest)
      else { return nil }
      pieces.append(piece)
      rest = rest[piece.endIndex...]
    }
    return pieces
  }

  private func knownPrefix(_ known: Set<String>, longest: Int) -> Substring? {
    var candidate = prefix(longest)
    while !candidate.isEmpty {
      if known.contains(String(candidate)) { return candidate }
      candidate.removeLast()
    }
    return nil
  }
}
