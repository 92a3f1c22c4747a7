extension Transcription {
  /// Every word with its time, across the segments, without copying them.
  public var words: Words { Words(segments: segments, wordIndex: wordIndex) }

  /// The words of all segments as one row. A word is found by its number in time logarithmic in
  /// the number of segments; going through all is linear.
  public struct Words: RandomAccessCollection, Sendable {
    let segments: [Segment]
    let wordIndex: WordIndex

    /// 0.
    public var startIndex: Int { 0 }
    /// The number of words.
    public var endIndex: Int { wordIndex.count }

    /// The word of that number.
    public subscript(position: Int) -> Word {
      let (segment, word) = location(of: position)
      return segments[segment].words[word]
    }

    /// The segment that the word of that number is in, and its number there.
    public func location(of position: Int) -> (segment: Int, word: Int) {
      precondition(indices.contains(position), "There is no word \(position) of \(count)")
      let place = wordIndex.offsets.partitioningIndex { $0 <= position } - 1
      return (wordIndex.segments[place], position - wordIndex.offsets[place])
    }

    /// All words in order, without looking any of them up by number.
    public func makeIterator() -> AnyIterator<Word> {
      var words = segments.lazy.flatMap(\.words).makeIterator()
      return AnyIterator { words.next() }
    }
  }

  /// The word spoken at that time, or `nil` in a pause, before the first and after the last.
  ///
  /// A word is spoken from its start up to, not including, its end. A word of no length is found
  /// at its very instant only, and there gives way to a later word that starts then. Takes
  /// logarithmic time, and relies on the words being in order and not overlapping, as
  /// ``repairTimes(within:)`` leaves them.
  public func word(at time: Duration) -> Word? {
    wordIndex(at: time).map { words[$0] }
  }

  /// The number of the word spoken at that time, in ``words``; see ``word(at:)``.
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
