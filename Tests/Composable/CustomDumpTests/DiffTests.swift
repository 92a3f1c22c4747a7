import CustomDump
import Testing

struct DiffTests {
  @Test("equal values have no difference")
  func equal() {
    #expect(diff(1, 1) == nil)
    #expect(diff(Human("Blob"), Human("Blob")) == nil)
    #expect(diff((1, 2), (1, 2)) == nil)
  }

  @Test("TST-23 unchanged fields are folded, changed ones shown from both sides")
  func structure() {
    #expect(
      diff(
        User(favoriteNumbers: [42, 1729], id: 2, name: "Blob"),
        User(favoriteNumbers: [42, 1729], id: 2, name: "Blob!")) == """
            User(
              favoriteNumbers: […],
              id: 2,
          -   name: "Blob"
          +   name: "Blob!"
            )
          """)
    #expect(
      diff(
        User(favoriteNumbers: [42, 1729], id: 2, name: "Blob"),
        User(favoriteNumbers: [42, 91], id: 2, name: "Blob")) == """
            User(
              favoriteNumbers: [
                [0]: 42,
          -     [1]: 1729
          +     [1]: 91
              ],
              id: 2,
              name: "Blob"
            )
          """)
  }

  @Test("TST-20 what holds one plain value is shown whole, with the proportional gutters")
  func proportional() {
    #expect(
      diff(Counter(count: 1), Counter(count: 2), format: .proportional) == """
        \u{2212} Counter(count: 1)
        + Counter(count: 2)
        """)
    #expect(
      diff((1, 2), (1, 3), format: .proportional) == """
        \u{2007} (
        \u{2007}   1,
        \u{2212}   2
        +   3
        \u{2007} )
        """)
  }

  @Test("TST-23 unchanged elements in a row are counted")
  func collapsed() {
    #expect(
      diff([1, 2, 3], [1, 2, 3, 4]) == """
          [
            … (3 unchanged),
        +   [3]: 4
          ]
        """)
    #expect(
      diff([1, 2, 3, 4, 5], [1, 2, 4, 5]) == """
          [
            … (2 unchanged),
        -   [2]: 3,
            … (2 unchanged)
          ]
        """)
    #expect(
      diff([Int](), [1]) == """
          [
        +   [0]: 1
          ]
        """)
  }

  @Test("identifiable elements are matched by id, whatever their place")
  func identifiable() {
    let blob = User(favoriteNumbers: [], id: 1, name: "Blob")
    var changed = blob
    changed.name = "Blob!"
    let other = User(favoriteNumbers: [], id: 2, name: "Other")
    #expect(
      diff([blob], [other, changed]) == """
          [
        +   [0]: User(
        +     favoriteNumbers: [],
        +     id: 2,
        +     name: "Other"
        +   ),
            [1]: User(
              favoriteNumbers: [],
              id: 1,
        -     name: "Blob"
        +     name: "Blob!"
            )
          ]
        """)
    #expect(
      diff([blob], [other]) == """
          [
        -   [0]: User(
        -     favoriteNumbers: [],
        -     id: 1,
        -     name: "Blob"
        -   )
        +   [0]: User(
        +     favoriteNumbers: [],
        +     id: 2,
        +     name: "Other"
        +   )
          ]
        """)
  }

  @Test("a collection that is shown under its name is compared as a list")
  func namedCollection() {
    struct Users: CustomDumpReflectable {
      var users: [User]
      var customDumpMirror: Mirror {
        Mirror(self, unlabeledChildren: users, displayStyle: .struct)
      }
    }
    let users = (1...4).map { User(favoriteNumbers: [], id: $0, name: "Blob") }
    var changed = users
    changed[1].name = "Blob!"
    changed.removeLast()
    #expect(
      diff(Users(users: users), Users(users: changed)) == """
          DiffTests.Users(
            User(…),
            User(
              favoriteNumbers: [],
              id: 2,
        -     name: "Blob"
        +     name: "Blob!"
            ),
            User(…),
        -   User(
        -     favoriteNumbers: [],
        -     id: 4,
        -     name: "Blob"
        -   )
          )
        """)
  }

  @Test("dictionaries are compared key by key, sets member by member")
  func unordered() {
    #expect(
      diff(["a": 1, "b": 2, "c": 3], ["a": 1, "b": 3, "d": 4]) == """
          [
            "a": 1,
        -   "b": 2,
        +   "b": 3,
        -   "c": 3
        +   "d": 4
          ]
        """)
    #expect(
      diff(Set([1, 2, 3]), Set([1, 2, 4])) == """
          Set([
            … (2 unchanged),
        -   3
        +   4
          ])
        """)
  }

  @Test("cases of one enum are compared by payload, different cases shown whole")
  func enums() {
    #expect(
      diff(Drink.coffee(1, milk: true), .coffee(1, milk: false)) == """
          Drink.coffee(
            1,
        -   milk: true
        +   milk: false
          )
        """)
    #expect(
      diff(Drink.water, .tea(minutes: 1)) == """
        - Drink.water
        + Drink.tea(minutes: 1)
        """)
    #expect(
      diff(Drink?.none, .water) == """
        - nil
        + Drink.water
        """)
  }

  @Test("strings of several lines are compared line by line")
  func strings() {
    #expect(
      diff((1, bio: "a\nb\nc"), (1, bio: "a\nB\nc")) == #"""
          (
            1,
            bio: """
              a
        -     b
        +     B
              c
              """
          )
        """#)
    #expect(
      diff("a\nb", "a\nc\nb") == #"""
          """
          a
        + c
          b
          """
        """#)
  }

  @Test("a carriage return that makes the difference is visible")
  func carriageReturn() {
    #expect(
      diff("a\r\nb", "a\nb") == #"""
          """
        - a\r
        + a
          b
          """
        """#)
  }

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
        - DiffTests.NeverEqual()
        + DiffTests.NeverEqual()
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
