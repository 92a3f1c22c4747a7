import SharedModels

extension MemoryLibrary {
  func search(_ query: SearchQuery) throws -> [SearchHit] {
    let speaker = query.parts.speaker
    let terms = try query.terms().map { (tokens: SearchText.tokens($0.words), $0.isPrefix) }
    guard !terms.isEmpty || speaker != nil
    else { throw DatabaseError.notSearchable(query.text) }
    let position = try query.after.map { id in
      guard let last = recordings.first(where: { $0.id == id })
      else { throw DatabaseError.notFound("memo \(id.text)") }
      return RecordingQuery.Position(after: last)
    }
    let candidates = recordings(matching: RecordingQuery(filter: query.filter, after: position))
    return candidates.lazy.compactMap { recording in
      let transcription = transcriptions[recording.id] ?? Transcription(segments: [])
      let words = Array(transcription.words)
      var found: [ClosedRange<Int>] = []
      if terms.isEmpty {
        found = transcription.turns.map { $0.words.lowerBound...$0.words.lowerBound }
      } else {
        let indexed = words.indices.flatMap { index in
          SearchText.tokens(words[index].text).map { (token: $0, word: index) }
        }
        let title = SearchText.tokens(recording.title)
        for (tokens, isPrefix) in terms {
          let places = indexed.map(\.token).places(of: tokens, isPrefix: isPrefix)
          if places.isEmpty, title.places(of: tokens, isPrefix: isPrefix).isEmpty {
            return nil
          }
          found += places.map { indexed[$0.lowerBound].word...indexed[$0.upperBound].word }
        }
        found = found.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
          .joined()
      }
      if let speaker {
        found.removeAll {
          transcription.speaker(words[$0.lowerBound].speaker)?.hasName(startingWith: speaker)
            != true
        }
        if found.isEmpty { return nil }
      }
      return SearchHit(
        recording: recording,
        places: found.prefix(query.placeLimit ?? .max).map { range in
          let excerpt = words[range].map(\.text).joinedAsText()
          return SearchHit.Place(
            excerpt: excerpt, matches: terms.isEmpty ? [] : [0..<excerpt.utf8.count],
            time: words[range.lowerBound].start, wordIndex: range.lowerBound)
        },
        placeCount: found.count)
    }
    .prefix(query.limit).map(\.self)
  }
}

extension [String] {
  fileprivate func places(of words: [String], isPrefix: Bool) -> [ClosedRange<Int>] {
    guard let last = words.last, words.count <= count
    else { return [] }
    return (0...count - words.count).compactMap { start in
      let end = start + words.count - 1
      guard isPrefix ? self[end].hasPrefix(last) : self[end] == last,
        self[start..<end].elementsEqual(words.dropLast())
      else { return nil }
      return start...end
    }
  }
}

extension [ClosedRange<Int>] {
  fileprivate func joined() -> Self {
    reduce(into: []) { joined, range in
      if let last = joined.last, last.upperBound >= range.lowerBound {
        joined[joined.count - 1] =
          last.lowerBound...Swift.max(last.upperBound, range.upperBound)
      } else {
        joined.append(range)
      }
    }
  }
}
