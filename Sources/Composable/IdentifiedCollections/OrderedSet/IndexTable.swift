/// The hash index of an ordered set: an open-addressing table from hashes to positions.
///
/// Each word has 31 bits of an element's hash, below a bit that is always set, above its position;
/// a zero word is free. The hash is stored for three reasons: most collisions are detected without
/// reading the elements, the table grows without hashing again, and a removal can close its gap
/// without reading the elements.
///
/// Inserting or removing an element in the middle shifts positions. That is one pass over the words
/// without branches and hashing, which the compiler vectorizes; a dictionary of positions would
/// hash all elements after the gap. Stored positions count from `base`, which can have any value,
/// since they wrap around: moving it moves all positions. If fewer elements are before the gap,
/// these are shifted instead, so changes at the front cost the table nothing.
///
/// The table is empty, and unused, while a set is small: see `scanLimit`.
@usableFromInline
struct IndexTable: Sendable {
  @usableFromInline var words: [UInt64]

  /// The stored value for position 0.
  @usableFromInline var base: UInt32 = 0

  @inlinable
  init() {
    words = []
  }

  /// Sets of at most this many elements are searched from front to back: comparing a handful of
  /// neighbors is quicker than hashing one.
  @inlinable static var scanLimit: Int { 8 }

  @inlinable static var minimumCapacity: Int { 16 }

  @inlinable var isEmpty: Bool { words.isEmpty }

  /// The number of elements before the table grows: three quarters of its slots.
  @inlinable var limit: Int { words.count / 4 * 3 }

  /// The smallest number of places, a power of two, that keeps `count` elements within `limit`.
  @inlinable
  static func capacity(for count: Int) -> Int {
    var capacity = minimumCapacity
    while capacity / 4 * 3 < count { capacity *= 2 }
    return capacity
  }

  /// The part of a hash that is stored.
  @inlinable
  static func tag(_ hash: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: hash) | 0x8000_0000
  }

  @inlinable
  func word(hash: Int, position: Int) -> UInt64 {
    UInt64(Self.tag(hash)) << 32 | UInt64(base &+ UInt32(truncatingIfNeeded: position))
  }

  /// The position in the word. Not for the word of a free place.
  @inlinable
  static func position(_ word: UInt64, _ base: UInt32) -> Int {
    Int(UInt32(truncatingIfNeeded: word) &- base)
  }

  /// The first slot to probe for the word's hash.
  @inlinable
  static func home(_ word: UInt64, _ mask: Int) -> Int {
    Int(truncatingIfNeeded: word &>> 32) & mask
  }

  /// The position that has this hash and satisfies the predicate.
  @inlinable
  @inline(__always)
  func position(hash: Int, where matches: (Int) -> Bool) -> Int? {
    words.withUnsafeBufferPointer { words in
      let mask = words.count &- 1
      let tag = Self.tag(hash)
      var place = Int(tag) & mask
      while true {
        let word = words[place]
        if word == 0 { return nil }
        if UInt32(truncatingIfNeeded: word &>> 32) == tag, matches(Self.position(word, base)) {
          return Self.position(word, base)
        }
        place = (place &+ 1) & mask
      }
    }
  }

  /// Adds a new position. The table must have room: see `limit`.
  @inlinable
  mutating func insert(hash: Int, position: Int) {
    let word = self.word(hash: hash, position: position)
    words.withUnsafeMutableBufferPointer { Self.insert(word, into: $0) }
  }

  @inlinable
  static func insert(_ word: UInt64, into words: UnsafeMutableBufferPointer<UInt64>) {
    let mask = words.count &- 1
    var place = home(word, mask)
    while words[place] != 0 { place = (place &+ 1) & mask }
    words[place] = word
  }

  /// Removes a position, without shifting later ones.
  ///
  /// The words after it move up as far as their hashes let them, so that no probe meets a gap and
  /// no tombstones build up.
  @inlinable
  mutating func remove(hash: Int, position: Int) {
    let word = self.word(hash: hash, position: position)
    words.withUnsafeMutableBufferPointer { words in
      let mask = words.count &- 1
      var gap = Self.place(of: word, in: words)
      var next = (gap &+ 1) & mask
      while words[next] != 0 {
        let home = Self.home(words[next], mask)
        if (next &- home) & mask >= (next &- gap) & mask {
          words[gap] = words[next]
          gap = next
        }
        next = (next &+ 1) & mask
      }
      words[gap] = 0
    }
  }

  /// Gives the element with this hash another position.
  @inlinable
  mutating func move(hash: Int, from old: Int, to new: Int) {
    let before = word(hash: hash, position: old)
    let after = UInt64(base &+ UInt32(truncatingIfNeeded: new))
    words.withUnsafeMutableBufferPointer { words in
      // The hash is taken from the table: that of a stray element is another than it was.
      let place = Self.place(of: before, in: words)
      words[place] = words[place] & 0xFFFF_FFFF_0000_0000 | after
    }
  }

  /// The slot of a word. Words are unique, because positions are: elements are not compared.
  @inlinable
  static func place(of word: UInt64, in words: UnsafeMutableBufferPointer<UInt64>) -> Int {
    let mask = words.count &- 1
    var place = home(word, mask)
    while words[place] != word {
      if words[place] == 0 { return strayPlace(of: word, in: words) }
      place = (place &+ 1) & mask
    }
    return place
  }

  /// Finds a position whose element has changed its hash since it was added, which violates
  /// `Hashable`. Such elements may not be found, but must not cause a hang or a crash.
  @usableFromInline
  static func strayPlace(
    of word: UInt64, in words: UnsafeMutableBufferPointer<UInt64>
  ) -> Int {
    let position = UInt32(truncatingIfNeeded: word)
    let stray = words.firstIndex { $0 != 0 && UInt32(truncatingIfNeeded: $0) == position }
    precondition(stray != nil, "The index of an ordered set has lost a position.")
    return stray ?? 0
  }

  /// Adds `distance`, 1 or -1, to each of the positions.
  @inlinable
  mutating func shift(_ positions: Range<Int>, by distance: Int) {
    let first = base &+ UInt32(truncatingIfNeeded: positions.lowerBound)
    let count = UInt32(positions.count)
    let step = UInt32(truncatingIfNeeded: distance)
    words.withUnsafeMutableBufferPointer { words in
      for place in words.indices {
        let word = words[place]
        let stored = UInt32(truncatingIfNeeded: word)
        let isMeant = (stored &- first < count) && word != 0
        // Carries and borrows must not reach the hash.
        words[place] =
          word & 0xFFFF_FFFF_0000_0000 | UInt64(isMeant ? stored &+ step : stored)
      }
    }
  }

  /// Adds `distance` to all positions.
  @inlinable
  mutating func shiftAll(by distance: Int) {
    base &-= UInt32(truncatingIfNeeded: distance)
  }

  /// Replaces every position by the one at its index in `positions`. The set's elements are
  /// reordered, none is added or removed.
  @inlinable
  mutating func renumber(_ positions: [Int]) {
    let base = base
    words.withUnsafeMutableBufferPointer { words in
      for place in words.indices where words[place] != 0 {
        let position = UInt32(positions[Self.position(words[place], base)])
        words[place] = words[place] & 0xFFFF_FFFF_0000_0000 | UInt64(base &+ position)
      }
    }
  }

  /// Rebuilds the table with `capacity` places, from the hashes that it has.
  ///
  /// - Parameter transform: the new position for an old one, `nil` to remove it.
  @inlinable
  mutating func rebuild(capacity: Int, _ transform: (Int) -> Int?) {
    var rebuilt = [UInt64](repeating: 0, count: capacity)
    rebuilt.withUnsafeMutableBufferPointer { rebuilt in
      for word in words where word != 0 {
        guard let position = transform(Self.position(word, base))
        else { continue }
        Self.insert(word & 0xFFFF_FFFF_0000_0000 | UInt64(UInt32(position)), into: rebuilt)
      }
    }
    words = rebuilt
    base = 0
  }
}
