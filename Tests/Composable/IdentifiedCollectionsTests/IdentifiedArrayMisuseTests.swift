import IdentifiedCollections
import IssueReporting
import Testing

/// Programming errors are reported with the id, without crashing.
@Suite struct IdentifiedArrayMisuseTests {
  @Test("duplicates of init(uniqueElements:) are reported, and the first is kept")
  func duplicateElements() {
    var array: IdentifiedArrayOf<Item> = []
    let messages = issues {
      array = IdentifiedArray(
        uniqueElements: [Item(id: 7, name: "a"), Item(id: 8), Item(id: 7, name: "b")])
    }
    #expect(array.elements == [Item(id: 7, name: "a"), Item(id: 8)])
    #expect(messages.count == 1)
    #expect(messages.first?.contains("Item with the id 7, at positions 0 and 2") == true)
    #expect(messages.first?.contains("'init(_:uniquingIDsWith:)'") == true)
  }

  @Test("duplicates of a literal are reported, and the first is kept")
  func duplicatesInLiteral() {
    var array: IdentifiedArrayOf<Item> = []
    let messages = issues { array = [Item(id: 1), Item(id: 1, name: "b"), Item(id: 1)] }
    #expect(array.elements == [Item(id: 1)])
    #expect(messages.first?.hasPrefix("An array literal got more than one Item") == true)
    #expect(messages.first?.contains("So were 1 more") == true)
  }

  @Test("an id that changes in place is reported, and the array finds the element by it")
  func changedID() {
    var array: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2)]
    let byID = issues { array[id: 1]?.id = 10 }
    let byPosition = issues { array[1].id = 20 }
    #expect(array.ids == [10, 20])
    #expect(array.isConsistent(id: \.id))
    #expect(byID.first?.contains("position 0 was changed from 1 to 10 in place") == true)
    #expect(byPosition.first?.contains("position 1 was changed from 2 to 20 in place") == true)
  }

  @Test("an id that changes in place to that of another element is reported, and nothing is lost")
  func takenID() {
    var array: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2)]
    let messages = issues { array[id: 1]?.id = 2 }
    #expect(array.elements == [Item(id: 2), Item(id: 2)])
    #expect(array.ids == [1, 2])
    #expect(messages.first?.contains("but the element at position 1 has that id") == true)
  }

  @Test("an element assigned to the id of another is reported, and ids stay unique")
  func assignedID() {
    var array: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2), Item(id: 3)]
    let taken = issues { array[id: 1] = Item(id: 2, name: "other") }
    #expect(array.elements == [Item(id: 2, name: "other"), Item(id: 1), Item(id: 3)])
    #expect(array.isConsistent(id: \.id))
    #expect(taken.first?.contains("the id 2 was assigned to '[id: 1]'") == true)
    #expect(taken.first?.contains("has moved to position 1") == true)
    let new = issues { array[id: 3] = Item(id: 4) }
    #expect(array.ids == [2, 1, 4])
    #expect(array.isConsistent(id: \.id))
    #expect(new.first?.contains("the element with the id 3 was replaced") == true)
  }

  @Test("the issue of an id is at the line that changes it")
  func location() {
    let reporter = Recorder()
    let line = #line + 3
    withIssueReporters([reporter]) {
      var array: IdentifiedArrayOf<Item> = [Item(id: 1), Item(id: 2), Item(id: 3)]
      array[0].id = 10
      array[id: 2]?.id = 20
      array[id: 20]?.id = 3
      array[id: 3] = Item(id: 30)
      array[id: 5] = Item(id: 6)
      let path = \IdentifiedArrayOf<Item>.[id: 10]
      array[keyPath: path]?.id = 11
      array.update(Item(id: 12), at: 0)
    }
    #expect(reporter.lines(of: #fileID) == [0, 1, 2, 3, 4, 5, 7].map { UInt(line + $0) })
  }

  @Test("key paths of one element are equal, wherever they are written")
  func keyPaths() {
    let first = \IdentifiedArrayOf<Item>.[id: 1]
    let second = \IdentifiedArrayOf<Item>.[id: 1]
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(first != \IdentifiedArrayOf<Item>.[id: 2])
    #expect(\IdentifiedArrayOf<Item>.[0] == \IdentifiedArrayOf<Item>.[0])
  }

  @Test("an element assigned under an id that is not its own is reported, and appended")
  func wrongID() {
    var array: IdentifiedArrayOf<Item> = [Item(id: 1)]
    let appended = issues { array[id: 5] = Item(id: 6) }
    #expect(array.ids == [1, 6])
    #expect(appended.first?.contains("the id 6 was assigned to '[id: 5]'") == true)
    let dropped = issues { array[id: 5] = Item(id: 1, name: "b") }
    #expect(array.elements == [Item(id: 1), Item(id: 6)])
    #expect(dropped.first?.contains("It was dropped") == true)
  }

  @Test("an update with another id is reported, and changes nothing")
  func wrongUpdate() {
    var array: IdentifiedArrayOf<Item> = [Item(id: 1)]
    let messages = issues { array.update(Item(id: 2), at: 0) }
    #expect(array == [Item(id: 1)])
    #expect(messages.first?.contains("whose id is 2 for position 0, where the id is 1") == true)
    var set: OrderedSet = ["a"]
    #expect(issues { set.update("b", at: 0) }.first?.contains("the member is a") == true)
    #expect(set == ["a"])
  }

  @Test("a rearrangement that leaves two elements with an id is reported, and ids stay unique")
  func duplicatesByRearrangement() {
    var array = IdentifiedArray(uniqueElements: (0..<10).map { Item(id: $0) })
    let messages = issues {
      array.withContiguousMutableStorageIfAvailable { $0[2] = Item(id: 0) }
    }
    #expect(messages.first?.contains("Item with the id 0, at positions 0 and 2") == true)
    #expect(array.ids == OrderedSet(0..<10))
    #expect(array[2].id == 0)
  }

  @Test("misuse fails the test that runs it")
  func failsTheTest() {
    withExpectedIssue {
      var array: IdentifiedArrayOf<Item> = [Item(id: 1)]
      array[0].id = 2
    }
  }

  /// The messages of the issues that the body reports.
  private func issues(_ body: () -> Void) -> [String] {
    let reporter = Recorder()
    withIssueReporters([reporter], operation: body)
    return reporter.messages
  }
}
