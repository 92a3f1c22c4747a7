import IdentifiedCollections
import IssueReporting
import Testing

@Suite struct RangeReplaceableTests {
  let items: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2), Item(id: 3)]

  @Test("IDA-01 generic code replaces, inserts and removes elements")
  func genericCode() {
    func rotate<C: RangeReplaceableCollection>(_ collection: inout C) {
      let first = collection.removeFirst()
      collection.append(first)
    }
    var array = items
    rotate(&array)
    #expect(array.ids == [2, 3, 1])
    #expect(array.isConsistent(id: \.id))
    #expect((array + [Item(id: 9)]).ids == [2, 3, 1, 9])
    array += [Item(id: 4)]
    #expect(array.ids == [2, 3, 1, 4])
    #expect(array.filter { $0.id > 2 } == [Item(id: 3), Item(id: 4)])
    #expect(IdentifiedArrayOf<Item>([Item(id: 5)].lazy.map { $0 }).ids == [5])
  }

  @Test("a range is replaced in place, and the others keep their order")
  func replace() {
    var array = IdentifiedArray(uniqueElements: (0..<20).map { Item(id: $0) })
    array.replaceSubrange(5..<15, with: [Item(id: 50), Item(id: 51), Item(id: 6)])
    #expect(array.ids.elements == Array(0..<5) + [50, 51, 6] + Array(15..<20))
    array.replaceSubrange(0..<1, with: [Item(id: 60)])
    array.replaceSubrange(array.count..., with: [Item(id: 61)])
    #expect(array.first?.id == 60 && array.last?.id == 61)
    array.insert(contentsOf: [Item(id: 70), Item(id: 71)], at: 1)
    #expect(array.ids.elements.prefix(4) == [60, 70, 71, 1])
    #expect(array.isConsistent(id: \.id))
  }

  @Test("an element with an existing id is skipped, before or after the other")
  func duplicates() {
    var array = items
    array.replaceSubrange(
      0..<1,
      with: [Item(id: 3, name: "taken"), Item(id: 4, name: "first"), Item(id: 4), Item(id: 1)])
    #expect(array.elements == [Item(id: 4, name: "first"), Item(id: 1), Item(id: 2), Item(id: 3)])
    #expect(array.isConsistent(id: \.id))
    array.replaceSubrange(0..<4, with: [Item(id: 2), Item(id: 2, name: "again")])
    #expect(array.elements == [Item(id: 2)])
    withExpectedIssue { #expect(IdentifiedArray([Item(id: 1), Item(id: 1)].lazy).count == 1) }
  }

  @Test("a sorted array is an identified array again")
  func sorted() {
    struct Rank: Comparable, Identifiable {
      let id: Int
      static func < (lhs: Self, rhs: Self) -> Bool { lhs.id < rhs.id }
    }
    let sorted: IdentifiedArrayOf<Item> = items.sorted { $0.id > $1.id }
    #expect(sorted.ids == [3, 2, 1])
    #expect(sorted.isConsistent(id: \.id))
    #expect(items.ids == [1, 2, 3])
    let ranks: IdentifiedArrayOf<Rank> = [Rank(id: 2), Rank(id: 1)]
    #expect(ranks.sorted()[id: 1] == Rank(id: 1) && ranks.sorted().ids == [1, 2])
    let plain: [Item] = items.sorted { $0.id > $1.id }
    #expect(plain.map(\.id) == [3, 2, 1])
  }

  @Test(
    "NAV-07 changes at the front and at the back keep every element found", arguments: [30, 900])
  func ends(count: Int) {
    var array = IdentifiedArray(uniqueElements: (0..<count).map { Item(id: $0) })
    var model = Array(0..<count)
    for step in 0..<(3 * count) {
      let id = count + step
      switch step % 5 {
      case 0, 1:
        array.insert(Item(id: id), at: 0)
        model.insert(id, at: 0)
      case 2:
        array.removeFirst()
        model.removeFirst()
      case 3:
        array.insert(Item(id: id), at: model.count / 3)
        model.insert(id, at: model.count / 3)
      default:
        array.remove(at: model.count / 3)
        model.remove(at: model.count / 3)
      }
      guard array.ids.elements == model, step % 50 > 0 || array.isConsistent(id: \.id)
      else {
        Testing.Issue.record("the array differs after \(step) steps")
        return
      }
    }
    #expect(array.isConsistent(id: \.id))
  }
}
