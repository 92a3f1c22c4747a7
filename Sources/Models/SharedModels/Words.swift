extension Transcription {
  public var words: Words { Words(segments: segments, wordIndex: wordIndex) }

  public struct Words: RandomAccessCollection, Sendable {
    let segments: [Segment]
    let wordIndex: WordIndex

    public var startIndex: Int { 0 }
    public var endIndex: Int { wordIndex.count }

    public subscript(position: Int) -> Word {
      let (segment, word) = location(of: position)
      return segments[segment].words[word]
    }

    public func location(of position: Int) -> (segment: Int, word: Int) {
      precondition(indices.contains(position), "There is no word \(position) of \(count)")
      let place = wordIndex.offsets.partitioningIndex { $0 <= position } - 1
      return (wordIndex.segments[place], position - wordIndex.offsets[place])
    }

    public func makeIterator() -> AnyIterator<Word> {
      var words = segments.lazy.flatMap(\.words).makeIterator()
      return AnyIterator { words.next() }
    }
  }

  /// Logarithmic; `nil` in a pause; of equal starts, the longer. Needs ``repairTimes(within:)``.
  public func wordIndex(at time: Duration) -> Int? {
    let place =
      wordIndex.segments.partitioningIndex { segments[$0].words[0].start <= time } - 1
    guard place >= 0
    else { return nil }
    let words = segments[wordIndex.segments[place]].words
    let number = words.partitioningIndex { $0.start <= time } - 1
    guard words[number].contains(time)
    else { return nil }
    return wordIndex.offsets[place] + number
  }
}
