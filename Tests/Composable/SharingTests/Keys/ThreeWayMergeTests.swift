import Foundation
import IdentifiedCollections
import Sharing
import Testing

struct ThreeWayMergeTests {
  private typealias Items = IdentifiedArrayOf<Item>

  private struct Item: Equatable, Identifiable, Sendable {
    let id: Int
    var text: String
  }

  private func items(_ pairs: KeyValuePairs<Int, String>) -> Items {
    Items(uniqueElements: pairs.map { Item(id: $0.key, text: $0.value) })
  }

  private func merge(_ base: Items, _ mine: Items, _ theirs: Items) throws -> Items {
    try ThreeWayMerge<Items>.byID()(base: base, mine: mine, theirs: theirs)
  }

  @Test("Elements that each side changed, removed and inserted are all in the result")
  func bothSides() throws {
    let base = items([1: "a", 2: "b", 3: "c", 4: "d"])
    let mine = items([1: "mine", 2: "b", 4: "d", 5: "new"])
    let theirs = items([6: "first", 1: "a", 2: "theirs", 3: "c"])
    #expect(
      try merge(base, mine, theirs) == items([6: "first", 1: "mine", 2: "theirs", 5: "new"]))
  }

  @Test("If both changed an element, ours wins, or the key decides")
  func conflict() throws {
    let base = items([1: "a"])
    let (mine, theirs) = (items([1: "mine"]), items([1: "theirs"]))
    #expect(try merge(base, mine, theirs) == mine)
    let both = ThreeWayMerge<Items>.byID { base, mine, theirs in
      Item(id: mine.id, text: "\(base?.text ?? "none") \(mine.text) \(theirs.text)")
    }
    #expect(try both(base: base, mine: mine, theirs: theirs) == items([1: "a mine theirs"]))
    #expect(try both(base: [], mine: mine, theirs: theirs) == items([1: "none mine theirs"]))
  }

  @Test("A change outlives a removal, whichever side removed")
  func changedAndRemoved() throws {
    let base = items([1: "a", 2: "b"])
    let (changed, removed) = (items([1: "a", 2: "changed"]), items([1: "a"]))
    #expect(try merge(base, changed, removed) == changed)
    #expect(try merge(base, removed, changed) == changed)
  }

  @Test("Concurrent insertions at one index are ordered theirs first")
  func insertions() throws {
    let base = items([1: "a", 2: "b"])
    let mine = items([10: "m", 1: "a", 11: "m", 2: "b", 12: "m"])
    let theirs = items([20: "t", 1: "a", 21: "t", 2: "b", 22: "t"])
    #expect(
      try merge(base, mine, theirs).ids.elements == [10, 20, 1, 11, 21, 2, 12, 22])
  }

  @Test("A new order of ours is kept when they left theirs alone")
  func reordering() throws {
    let base = items([1: "a", 2: "b", 3: "c"])
    let mine = items([3: "c", 2: "b", 1: "a"])
    let theirs = items([1: "a", 4: "new", 2: "b", 3: "changed"])
    #expect(
      try merge(base, mine, theirs) == items([3: "changed", 2: "b", 1: "a", 4: "new"]))
    #expect(
      try merge(base, theirs, mine) == items([3: "changed", 2: "b", 1: "a", 4: "new"]))
  }

  @Test("The rules hold for random changes on both sides", arguments: 0..<40)
  func properties(seed: Int) throws {
    var generator = Seeded(UInt64(seed))
    for _ in 0..<50 {
      let base = randomItems(using: &generator)
      let mine = changed(base, by: "m", using: &generator)
      let theirs = changed(base, by: "t", using: &generator)
      let result = try merge(base, mine, theirs)

      for id in Set(base.ids).union(mine.ids).union(theirs.ids) {
        #expect(
          result[id: id] == expected(base[id: id], mine[id: id], theirs[id: id]),
          "\(id) of \(base), \(mine), \(theirs)")
      }
      #expect(Set(result.ids).count == result.count)
      #expect(try merge(base, mine, base) == mine)
      #expect(try merge(base, base, theirs) == theirs)
      #expect(try merge(base, mine, mine) == mine)
      // The set of elements is the same from either side.
      let other = try merge(base, theirs, mine)
      #expect(Set(other.ids) == Set(result.ids))
    }
  }

  @Test("The common elements are in their order, and the new ones of ours in ours")
  func order() throws {
    var generator = Seeded(7)
    for _ in 0..<500 {
      let base = randomItems(using: &generator)
      var (mine, theirs) = (base, base)
      for id in 100..<103 where Bool.random(using: &generator) {
        mine.insert(
          Item(id: id, text: "m"), at: Int.random(in: 0...mine.count, using: &generator))
      }
      for id in 200..<203 where Bool.random(using: &generator) {
        theirs.insert(
          Item(id: id, text: "t"), at: Int.random(in: 0...theirs.count, using: &generator))
      }
      theirs.shuffle(using: &generator)
      let result = try merge(base, mine, theirs)
      #expect(result.ids.filter { $0 < 100 || $0 >= 200 } == theirs.ids.elements)
      let added = mine.ids.filter { (100..<200).contains($0) }
      #expect(Set(result.ids.filter { (100..<200).contains($0) }) == Set(added))
      for (id, next) in zip(added, added.dropFirst()) {
        // Two that follow each other directly in ours do so in the result, in that order.
        guard mine.index(id: next) == mine.index(id: id).map({ $0 + 1 }) else { continue }
        #expect(result.index(id: next) == result.index(id: id).map { $0 + 1 })
      }
    }
  }

  @Test("Counters sum both sides' additions")
  func counter() throws {
    #expect(try ThreeWayMerge<Int>.counter(base: 10, mine: 13, theirs: 9) == 12)
    #expect(try ThreeWayMerge<Int>.counter(base: 0, mine: 0, theirs: 5) == 5)
  }

  @Test("Sets have both sides' insertions and removals")
  func members() throws {
    let merged = try ThreeWayMerge<Set<Int>>.members(
      base: [1, 2, 3], mine: [1, 3, 4], theirs: [2, 3, 5])
    #expect(merged == [3, 4, 5])
  }

  /// The table of the documentation, written down once more.
  private func expected(_ base: Item?, _ mine: Item?, _ theirs: Item?) -> Item? {
    switch (mine == base, theirs == base) {
    case (true, _): theirs
    case (false, true): mine
    case (false, false): mine ?? theirs
    }
  }

  private func randomItems(using generator: inout Seeded) -> Items {
    var items = Items()
    for id in (0..<Int.random(in: 0...6, using: &generator)) {
      items.append(Item(id: id, text: "\(id)"))
    }
    items.shuffle(using: &generator)
    return items
  }

  private func changed(_ base: Items, by name: String, using generator: inout Seeded) -> Items {
    var items = base
    for _ in 0..<Int.random(in: 0...4, using: &generator) {
      let index = Int.random(in: 0..<max(items.count, 1), using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0 where !items.isEmpty: items.remove(at: index)
      case 1 where !items.isEmpty: items[index].text += name
      case 2: items.shuffle(using: &generator)
      default:
        let id = Int.random(in: 0..<12, using: &generator)
        items.insert(Item(id: id, text: name), at: min(index, items.count))
      }
    }
    return items
  }
}

/// The same numbers in each run.
private struct Seeded: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 2 &+ 1 }

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return (state ^ (state >> 29)) &* 0xbf58_476d_1ce4_e5b9
  }
}
