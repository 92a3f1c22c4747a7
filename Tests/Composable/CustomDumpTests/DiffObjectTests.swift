import CustomDump
import Testing

struct DiffObjectTests {
  @Test("two objects of a class are compared side by side")
  func objects() {
    #expect(
      diff(Human("Blob"), Human("Blob Jr")) == """
          Human(
        -   name: "Blob",
        +   name: "Blob Jr",
            friends: []
          )
        """)
  }

  @Test("TST-23 one reference on both sides is compared with what it held before")
  func references() {
    let identity = Reference.Identity()
    func state(_ before: Any, _ now: Any) -> (first: Reference, second: Int) {
      (Reference(identity: identity, before: before, now: now), 1)
    }
    let state1 = state(0, 1)
    #expect(
      diff(state1, state1) == """
          (
        -   first: #1 0,
        +   first: #1 1,
            second: 1
          )
        """)
    let before = User(favoriteNumbers: [1], id: 1, name: "Blob")
    var now = before
    now.name = "Blob!"
    let state2 = state(before, now)
    #expect(
      diff(state2, state2) == """
          (
            first: #1 User(
              favoriteNumbers: […],
              id: 1,
        -     name: "Blob"
        +     name: "Blob!"
            ),
            second: 1
          )
        """)
    let state3 = state(before, before)
    #expect(
      diff((state3, 1), (state3, 2)) == """
          (
            (…),
        -   1
        +   2
          )
        """)
  }

  @Test("values that are not equal but look the same are said to be so")
  func lookAlike() {
    struct NeverEqual: Equatable {
      static func == (lhs: Self, rhs: Self) -> Bool { false }
    }
    #expect(
      diff(NeverEqual(), NeverEqual()) == """
          // Not equal but no difference detected:
        - DiffObjectTests.NeverEqual()
        + DiffObjectTests.NeverEqual()
        """)
    #expect(
      diff(Double.nan, .nan) == """
          // Not equal but no difference detected:
        - nan
        + nan
        """)
  }

  @Test("cycles of objects end, in comparison and in description")
  func cycles() {
    func pair(_ name: String) -> Human {
      let human = Human("Blob")
      human.friends = [human, Human(name)]
      return human
    }
    #expect(diff(pair("a"), pair("a")) == nil)
    #expect(
      diff(pair("a"), pair("b")) == """
          Human(
            name: "Blob",
            friends: [
              [0]: Human(↩︎),
              [1]: #1 Human(
        -       name: "a",
        +       name: "b",
                friends: []
              )
            ]
          )
        """)
  }

  @Test("values nested very deeply are compared without exhausting the stack")
  func deepNesting() {
    final class Link {
      var next: Link?
      init(_ next: Link?) { self.next = next }
    }
    func chain(_ length: Int) -> [Link] {
      var links = [Link(nil)]
      for _ in 0..<length { links.append(Link(links.last)) }
      return links.reversed()
    }
    let lhs = chain(100)
    let rhs = chain(101)
    let text = diff(lhs[0], rhs[0])
    #expect(text?.contains("-") == true)
    let deep = chain(2_000)
    let deeper = chain(2_001)
    #expect(diff(deep[0], deeper[0]) == nil)
    for link in lhs + rhs + deep + deeper { link.next = nil }
  }

  @Test("one change among many elements is found, whether they are equatable or not")
  func large() {
    var numbers = Array(0..<10_000)
    let before = numbers
    numbers[5_000] = -1
    let expected = """
        [
          … (5000 unchanged),
      -   [5000]: 5000,
      +   [5000]: -1,
          … (4999 unchanged)
        ]
      """
    #expect(diff(before, numbers) == expected)
    #expect(diff(before as [Any], numbers as [Any]) == expected)
    #expect(diff(before, before.reversed())?.isEmpty == false)
    #expect(
      diff(before.map { ($0, 1) }, numbers.map { ($0, 1) }) == """
          [
            … (5000 unchanged),
            [5000]: (
        -     5000,
        +     -1,
              1
            ),
            … (4999 unchanged)
          ]
        """)
  }
}
