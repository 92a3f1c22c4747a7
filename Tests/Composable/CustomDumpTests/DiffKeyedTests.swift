import CustomDump
import Testing

@Suite("Differences of dictionaries and sets")
struct DiffKeyedTests {
  @Test("dictionaries are compared key by key, sets member by member")
  func unordered() {
    #expect(
      diff(["a": 1, "b": 2, "c": 3], ["a": 1, "b": 3, "d": 4]) == """
          [
        -   "b": 2,
        +   "b": 3,
        -   "c": 3,
        +   "d": 4,
            … (1 unchanged)
          ]
        """)
    #expect(
      diff(Set([1, 2, 3]), Set([1, 2, 4])) == """
          Set([
        -   3,
        +   4,
            … (2 unchanged)
          ])
        """)
    #expect(
      diff(["a": 1], ["b": 1]) == """
          [
        -   "a": 1
        +   "b": 1
          ]
        """)
  }

  @Test("unchanged elements of a set or a dictionary are folded once, after the changes")
  func unorderedUnchanged() {
    let before = ["a": 1, "b": 2, "c": 3, "d": 4, "e": 5]
    var after = before
    after["b"] = 20
    after["d"] = nil
    #expect(
      diff(before, after) == """
          [
        -   "b": 2,
        +   "b": 20,
        -   "d": 4,
            … (3 unchanged)
          ]
        """)
    #expect(
      diff(Set([1, 2, 3, 4]), Set([1, 3, 4])) == """
          Set([
        -   2,
            … (3 unchanged)
          ])
        """)
    #expect(
      diff(Set([1]), Set([1, 2])) == """
          Set([
        +   2,
            … (1 unchanged)
          ])
        """)
  }

  @Test("identifiable members of a set are compared by id")
  func identifiableMembers() {
    struct Row: Hashable, Identifiable {
      var id: Int
      var name: String
    }
    #expect(
      diff(
        Set([Row(id: 1, name: "a"), Row(id: 2, name: "b"), Row(id: 3, name: "c")]),
        Set([Row(id: 1, name: "a"), Row(id: 2, name: "B"), Row(id: 4, name: "d")])) == """
            Set([
              DiffKeyedTests.Row(
                id: 2,
          -     name: "b"
          +     name: "B"
              ),
          -   DiffKeyedTests.Row(
          -     id: 3,
          -     name: "c"
          -   ),
          +   DiffKeyedTests.Row(
          +     id: 4,
          +     name: "d"
          +   ),
              … (1 unchanged)
            ])
          """)
  }

  @Test("a dictionary that has an order is compared in it")
  func orderedDictionary() {
    let before = Menu(prices: [("tea", 2), ("water", 0), ("milk", 1), ("coffee", 3)])
    let after = Menu(prices: [("tea", 2), ("water", 0), ("juice", 4), ("coffee", 5)])
    #expect(
      diff(before, after) == """
          [
            … (2 unchanged),
        -   "milk": 1,
        +   "juice": 4,
        -   "coffee": 3
        +   "coffee": 5
          ]
        """)
    let swapped = Menu(prices: [("water", 0), ("tea", 2)])
    #expect(
      diff(Menu(prices: [("tea", 2), ("water", 0)]), swapped) == """
          [
        -   "tea": 2,
            "water": 0,
        +   "tea": 2
          ]
        """)
  }
}
