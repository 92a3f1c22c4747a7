import Foundation
import IdentifiedCollections
import Testing

@Suite struct IdentifiedArrayTests {
  let items: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2), Item(id: 3)]

  @Test("IDA-01 IdentifiedArrayOf is the array of an element's own id")
  func type() {
    let array: IdentifiedArray<Item.ID, Item> = items
    #expect(array.elements.map(\.id) == [1, 2, 3])
    #expect(IdentifiedArrayOf<Item>().isEmpty)
  }

  @Test("IDA-02 the module is IdentifiedCollections")
  func module() {
    #expect("\(String(reflecting: IdentifiedArrayOf<Item>.self))".hasPrefix("IdentifiedColl"))
  }

  @Test("IDA-03 remove(id:) removes and returns the element, and nothing the second time")
  func removeByID() {
    var array = items
    #expect(array.remove(id: 2) == Item(id: 2))
    #expect(array.remove(id: 2) == nil)
    #expect(array.ids == [1, 3])
    #expect(array.remove(Item(id: 3, name: "of the same id")) == Item(id: 3))
    #expect(array.elements == [Item(id: 1)])
  }

  @Test("IDA-04 remove(atOffsets:) removes the elements at the offsets")
  func removeAtOffsets() {
    var array = items
    array.remove(atOffsets: [0, 2])
    #expect(array.ids == [2])
    array.remove(atOffsets: [])
    array.remove(atOffsets: [0])
    #expect(array.isEmpty)
  }

  @Test("IDA-05 append returns whether it inserted, and the index")
  func append() {
    var array = items
    #expect(array.append(Item(id: 4)) == (true, 3))
    #expect(array.append(Item(id: 2, name: "again")) == (false, 1))
    #expect(array[1].name == "")
    array.append(contentsOf: [Item(id: 1, name: "again"), Item(id: 5), Item(id: 5, name: "again")])
    #expect(array.elements == (1...5).map { Item(id: $0) })
  }

  @Test("IDA-06 insert(at:) shifts later elements, and keeps an element with the same id")
  func insert() {
    var array = items
    #expect(array.insert(Item(id: 0), at: 0) == (true, 0))
    #expect(array.insert(Item(id: 3), at: 0) == (false, 3))
    #expect(array.insert(Item(id: 4), at: 4) == (true, 4))
    #expect(array.ids == [0, 1, 2, 3, 4])
    #expect(array.isConsistent(id: \.id))
  }

  @Test("IDA-07 the id subscript reads, changes, replaces, appends and removes")
  func idSubscript() {
    var array = items
    #expect(array[id: 2] == Item(id: 2))
    #expect(array[id: 9] == nil)
    array[id: 2]?.name = "two"
    array[id: 9]?.name = "nine"
    #expect(array[id: 2]?.name == "two")
    array[id: 1] = Item(id: 1, name: "one")
    array[id: 4] = Item(id: 4)
    array[id: 3] = nil
    array[id: 9] = nil
    #expect(array.elements == [Item(id: 1, name: "one"), Item(id: 2, name: "two"), Item(id: 4)])
    #expect(array.isConsistent(id: \.id))
  }

  @Test("IDA-07 the only element can be changed, removed and added through the id subscript")
  func idSubscriptOfOne() {
    var array: IdentifiedArrayOf<Item> = [Item(id: 1)]
    array[id: 1]?.name = "one"
    #expect(array.elements == [Item(id: 1, name: "one")])
    array[id: 1] = nil
    #expect(array.isEmpty && array.ids.isEmpty)
    array[id: 1] = Item(id: 1)
    #expect(array == [Item(id: 1)])
  }

  @Test("IDA-07 elements without a spare bit pattern are changed and removed by id, too")
  func idSubscriptOfPlainBits() {
    struct Plain: Equatable, Identifiable {
      let id: Int
      var count = 0
    }
    var array = IdentifiedArray(uniqueElements: (0..<20).map { Plain(id: $0) })
    array[id: 7]?.count += 1
    array[id: 3] = nil
    array[id: 0] = nil
    array[id: 20] = Plain(id: 20, count: 5)
    #expect(array.map(\.id) == [1, 2] + Array(4...20))
    #expect(array[id: 7] == Plain(id: 7, count: 1))
    #expect(array.isConsistent(id: \.id))
  }

  @Test("IDA-08 the positional subscript reads and changes in place")
  func positionalSubscript() {
    var array = items
    array[0].name = "first"
    array[1] = Item(id: 2, name: "second")
    #expect(array[0] == Item(id: 1, name: "first"))
    #expect(array[id: 2]?.name == "second")
    #expect(array.last?.id == 3)
  }

  @Test("IDA-08 an element is assigned to a position whatever its id")
  func positionalAssignment() {
    var array = items
    array[1] = Item(id: 4)
    #expect(array.elements == [Item(id: 1), Item(id: 4), Item(id: 3)])
    #expect(array.index(id: 2) == nil && array[id: 4] == Item(id: 4))
    #expect(array.isConsistent(id: \.id))
  }

  @Test("IDA-08 an element assigned with the id of another changes places with it")
  func positionalAssignmentOfTakenID() {
    var array = items
    array[0] = Item(id: 3, name: "new")
    #expect(array.elements == [Item(id: 3, name: "new"), Item(id: 2), Item(id: 1)])
    #expect(array.isConsistent(id: \.id))
  }

  @Test("IDA-08 elements are exchanged by assignment, one after the other")
  func exchange() {
    for count in [3, 30] {
      var array = IdentifiedArray(uniqueElements: (0..<count).map { Item(id: $0) })
      let first = array[0]
      array[0] = array[count - 1]
      array[count - 1] = first
      #expect(array.first?.id == count - 1 && array.last?.id == 0)
      #expect(array.isConsistent(id: \.id))
    }
  }

  @Test("IDA-08 generic code assigns elements to positions")
  func genericAssignment() {
    func assign<C: MutableCollection<Item>>(_ item: Item, to collection: inout C) {
      collection[collection.startIndex] = item
    }
    var array = items
    assign(Item(id: 9), to: &array)
    assign(Item(id: 3), to: &array)
    #expect(array.ids.elements == [3, 2, 9])
    #expect(array.isConsistent(id: \.id))
  }

  @Test("IDA-09 the indices of an index set are positions")
  func indexSet() {
    let array = items
    var visited: [Int] = []
    for index in IndexSet([0, 2]) { visited.append(array[index].id) }
    #expect(visited == [1, 3])
  }

  @Test("NAV-07 ids have positions, an order and constant-time membership")
  func ids() {
    #expect(items.ids[0] == 1)
    #expect(items.ids.last == 3)
    #expect(items.ids.contains(2) && !items.ids.contains(4))
    #expect(items.contains(id: 3) && items.contains(Item(id: 3)) && !items.contains(id: 4))
    #expect(items.firstIndex(of: Item(id: 2, name: "of the same id")) == 1)
    #expect(items.index(id: 4) == nil)
  }

  @Test("updateOrAppend and updateOrInsert return the replaced element")
  func updates() {
    var array = items
    #expect(array.updateOrAppend(Item(id: 2, name: "two")) == Item(id: 2))
    #expect(array.updateOrAppend(Item(id: 4)) == nil)
    let replaced = array.updateOrInsert(Item(id: 3, name: "three"), at: 0)
    #expect(replaced.originalMember == Item(id: 3) && replaced.index == 2)
    let inserted = array.updateOrInsert(Item(id: 0), at: 0)
    #expect(inserted.originalMember == nil && inserted.index == 0)
    #expect(array.update(Item(id: 0, name: "zero"), at: 0) == Item(id: 0))
    #expect(array.map(\.name) == ["zero", "", "two", "three", ""])
    #expect(array.isConsistent(id: \.id))
  }

  @Test("removals of ranges, ends, matches and everything")
  func removals() {
    var array = IdentifiedArray(uniqueElements: (0..<20).map { Item(id: $0) })
    #expect(array.removeFirst().id == 0)
    #expect(array.removeLast().id == 19)
    array.removeFirst(2)
    array.removeLast(2)
    array.removeSubrange(1...3)
    array.removeSubrange(8...)
    #expect(array.ids == [3, 7, 8, 9, 10, 11, 12, 13])
    array.removeAll { $0.id.isMultiple(of: 2) }
    #expect(array.ids == [3, 7, 9, 11, 13])
    #expect(array.filter { $0.id > 7 }.ids == [9, 11, 13])
    #expect(array.popLast()?.id == 13)
    #expect(array.isConsistent(id: \.id))
    array.removeAll(keepingCapacity: true)
    #expect(array.isEmpty && array.index(id: 3) == nil && array.popLast() == nil)
    array.append(Item(id: 3))
    #expect(array.isConsistent(id: \.id))
  }

  @Test("a throwing predicate leaves the array as it was")
  func throwingPredicate() {
    struct Failure: Error {}
    var array = items
    #expect(throws: Failure.self) {
      try array.removeAll { if $0.id == 2 { throw Failure() } else { true } }
    }
    #expect(throws: Failure.self) { try array.sort { _, _ in throw Failure() } }
    #expect(array == items)
    #expect(array.isConsistent(id: \.id))
  }

  @Test("reordering keeps ids and elements in step", arguments: [5, 50])
  func reordering(count: Int) {
    var array = IdentifiedArray(uniqueElements: (0..<count).map { Item(id: $0, name: "\($0 % 3)") })
    var generator = SeededGenerator(state: 1)
    array.shuffle(using: &generator)
    #expect(array.ids != OrderedSet(0..<count) && array.ids.isSubset(of: 0..<count))
    #expect(array.isConsistent(id: \.id))
    array.sort { $0.id < $1.id }
    array.sort { $0.name < $1.name }
    #expect(array.ids.elements == (0..<3).flatMap { stride(from: $0, to: count, by: 3) })
    let pivot = array.partition { $0.id.isMultiple(of: 2) }
    #expect(array[..<pivot].allSatisfy { !$0.id.isMultiple(of: 2) })
    #expect(array[pivot...].allSatisfy { $0.id.isMultiple(of: 2) })
    #expect(array.isConsistent(id: \.id))
    array.move(fromOffsets: [0, 2], toOffset: count)
    #expect(array.isConsistent(id: \.id))
  }

  @Test(
    "move(fromOffsets:toOffset:) puts the moved in front of the destination",
    arguments: [
      (IndexSet([0]), 3, [2, 3, 1]), (IndexSet([2]), 0, [3, 1, 2]),
      (IndexSet([0, 2]), 1, [1, 3, 2]), (IndexSet([1]), 1, [1, 2, 3]),
      (IndexSet([1]), 2, [1, 2, 3]), (IndexSet([0, 1]), 3, [3, 1, 2]),
    ])
  func move(source: IndexSet, destination: Int, expected: [Int]) {
    var array = items
    array.move(fromOffsets: source, toOffset: destination)
    #expect(array.ids.elements == expected)
    #expect(array.isConsistent(id: \.id))
  }

  @Test("the standard library's algorithms on mutable collections keep the ids in step")
  func genericAlgorithms() {
    func sort(_ collection: inout some MutableCollection<Item> & RandomAccessCollection<Item>) {
      collection.sort { $0.id > $1.id }
      collection.swapAt(collection.startIndex, collection.index(after: collection.startIndex))
    }
    var array = IdentifiedArray(uniqueElements: (0..<30).map { Item(id: $0) })
    sort(&array)
    #expect(array.ids.elements == [28, 29] + (0..<28).reversed())
    #expect(array.isConsistent(id: \.id))
    array[10..<20].sort { $0.id < $1.id }
    #expect(array.ids[10..<20].elementsEqual(10..<20))
    #expect(array.isConsistent(id: \.id))
  }

  @Test("slices can be converted to arrays")
  func slices() {
    let array = IdentifiedArray(uniqueElements: (0..<20).map { Item(id: $0) })
    let slice = IdentifiedArray(array[3..<15])
    #expect(slice.ids == OrderedSet(3..<15))
    #expect(slice.isConsistent(id: \.id))
    #expect(IdentifiedArray(array) == array)
  }

  @Test("a property other than id identifies, stored or computed")
  func otherProperties() {
    struct Word: Equatable {
      var number = 0
      let text: String
      var initial: Character { text.first ?? " " }
    }
    let words = ["whale", "dog", "cat", "wolf"].map { Word(text: $0) }
    var byText = IdentifiedArray(uniqueElements: words, id: \.text)
    #expect(byText.remove(id: "dog")?.text == "dog")
    #expect(byText.isConsistent(id: \.text))
    let byInitial = IdentifiedArray(words, id: \.initial) { first, _ in first }
    #expect(byInitial.map(\.text) == ["whale", "dog", "cat"])
    var empty = IdentifiedArray<String, Word>(id: \.text)
    #expect(empty.append(Word(text: "ox")).inserted)
    let unchecked = IdentifiedArray(uncheckedUniqueElements: words, id: \.text)
    #expect(unchecked.isConsistent(id: \.text) && unchecked.elements == words)
  }

  @Test("uniquingIDsWith combines elements with the same id at the first one's position")
  func uniquing() {
    let array = IdentifiedArray(
      [Item(id: 1, name: "a"), Item(id: 2), Item(id: 1, name: "b"), Item(id: 1, name: "c")]
    ) { Item(id: $0.id, name: $0.name + $1.name) }
    #expect(array.elements == [Item(id: 1, name: "abc"), Item(id: 2)])
  }
}
