import Foundation
import IdentifiedCollections
import Testing

@Suite struct OrderedSetTests {
  @Test("NAV-07 random operations agree with a plain array", arguments: 0..<6)
  func randomOperations(seed: Int) {
    var generator = SeededGenerator(state: UInt64(seed))
    let range = [10, 100, 1000][seed % 3]
    var set: OrderedSet<Int> = []
    var model: [Int] = []
    for _ in 0..<2000 {
      let member = Int.random(in: 0..<range, using: &generator)
      let known = model.firstIndex(of: member)
      let place = Int.random(in: 0...model.count, using: &generator)
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<3:
        #expect(set.append(member) == (known == nil, known ?? model.count))
        if known == nil { model.append(member) }
      case 3..<5:
        #expect(set.insert(member, at: place) == (known == nil, known ?? place))
        if known == nil { model.insert(member, at: place) }
      case 5:
        #expect(set.remove(member) == known.map { model[$0] })
        if let known { model.remove(at: known) }
      case 6 where place < model.count:
        let target = Int.random(in: 0..<model.count, using: &generator)
        set.move(from: place, to: target)
        model.insert(model.remove(at: place), at: target)
      case 7 where member % 4 == 0:
        set.removeSubrange(place...)
        model.removeSubrange(place...)
      case 8:
        set.reverse()
        model.reverse()
      default:
        #expect(set.firstIndex(of: member) == known)
        #expect(set.contains(member) == (known != nil))
      }
      guard set.elements == model, set.isConsistent
      else {
        Issue.record("the set \(set) differs from \(model)")
        return
      }
    }
  }

  @Test("set algebra keeps the order of this set, then of the other")
  func algebra() {
    let set: OrderedSet = [5, 3, 1, 4]
    #expect(set.union([9, 3, 2]) == [5, 3, 1, 4, 9, 2])
    #expect(set.intersection([1, 2, 3]) == [3, 1])
    #expect(set.subtracting([1, 2, 3]) == [5, 4])
    #expect(set.symmetricDifference([9, 1, 2]) == [5, 3, 4, 9, 2])
    var changed = set
    changed.formUnion([7])
    changed.subtract([5])
    changed.formIntersection([1, 3, 7])
    changed.formSymmetricDifference([3, 8])
    #expect(changed == [1, 7, 8])
    #expect(changed.isConsistent)
  }

  @Test("comparisons of sets disregard the order")
  func comparisons() {
    let set: OrderedSet = [5, 3, 1]
    #expect(set.isSubset(of: [1, 3, 5, 7]) && !set.isSubset(of: [1, 3]))
    #expect(set.isSuperset(of: [1, 5]) && !set.isSuperset(of: [1, 2]))
    #expect(set.isStrictSubset(of: [1, 3, 5, 7]) && !set.isStrictSubset(of: [1, 3, 5]))
    #expect(set.isStrictSuperset(of: [1, 1]) && !set.isStrictSuperset(of: [1, 3, 5]))
    #expect(set.isDisjoint(with: [2, 4]) && !set.isDisjoint(with: [2, 3]))
  }

  @Test("of equal elements the first is kept, and equality goes by order")
  func uniqueness() {
    #expect(OrderedSet([3, 1, 3, 2, 1]).elements == [3, 1, 2])
    #expect(OrderedSet([1, 2]) != [2, 1])
    #expect(Set<OrderedSet<Int>>([[1, 2], [1, 2], [2, 1]]).count == 2)
  }

  @Test("updates replace an equal member and return it")
  func updates() {
    var set: OrderedSet = ["a", "b"]
    #expect(set.updateOrAppend("b") == "b")
    #expect(set.updateOrAppend("c") == nil)
    #expect(set.updateOrInsert("d", at: 0) == (nil, 0))
    #expect(set.updateOrInsert("c", at: 0) == ("c", 3))
    #expect(set.update("a", at: 1) == "a")
    #expect(set == ["d", "a", "b", "c"])
  }

  @Test("sorting, shuffling, partitioning and filtering keep every member found")
  func reordering() {
    var generator = SeededGenerator(state: 3)
    var set = OrderedSet(0..<60)
    set.shuffle(using: &generator)
    #expect(set.isConsistent && set != OrderedSet(0..<60))
    #expect(set.partition { $0 < 20 } == 40)
    #expect(set.isConsistent && set[40...].allSatisfy { $0 < 20 })
    set.sort()
    #expect(set == OrderedSet(0..<60) && set.isConsistent)
    set.swapAt(0, 59)
    #expect(set.first == 59 && set.isConsistent)
    #expect(set.filter { $0.isMultiple(of: 20) } == [20, 40, 0])
    set.removeAll(keepingCapacity: true)
    #expect(set.isEmpty && !set.contains(1))
  }

  @Test("members whose hashes change, against the rules, neither hang nor crash the set")
  func changingHashes() {
    final class Name: Hashable {
      var text: String
      init(_ text: String) { self.text = text }
      static func == (lhs: Name, rhs: Name) -> Bool { lhs.text == rhs.text }
      func hash(into hasher: inout Hasher) { hasher.combine(text) }
    }
    let names = (0..<40).map { Name("\($0)") }
    var set = OrderedSet(names)
    for name in names { name.text += "!" }
    set.remove(at: 3)
    set.swapAt(0, 30)
    set.insert(Name("new"), at: 5)
    while set.count > 1 { set.remove(at: set.count / 2) }
    #expect(set.elements == [names[31]])
  }

  @Test("encodes as a plain array and decodes from one")
  func codable() throws {
    let data = try JSONEncoder().encode(OrderedSet([3, 1, 2]))
    #expect(String(decoding: data, as: UTF8.self) == "[3,1,2]")
    #expect(try JSONDecoder().decode(OrderedSet<Int>.self, from: data) == [3, 1, 2])
  }
}
