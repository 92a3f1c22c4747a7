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

  @Test("TST-20 a value with one plain field is shown completely, with the proportional gutters")
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

  @Test("TST-21 a state with one field is shown before and after in one line each")
  func oneField() {
    enum Feature {
      struct State: Equatable { var _count: Int }
    }
    #expect(
      diff(Feature.State(_count: 2), Feature.State(_count: 1), format: .proportional) == """
        \u{2212} DiffTests.Feature.State(_count: 2)
        + DiffTests.Feature.State(_count: 1)
        """)
  }

  @Test("TST-22 a bare value is shown before and after")
  func bareValue() {
    #expect(diff(0, 1, format: .proportional) == "\u{2212} 0\n+ 1")
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

  @Test("identifiable elements are matched by id, in any order")
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

  @Test("equal cases are compared by payload, different cases are shown completely")
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

  @Test("the lines of a difference give back both texts", arguments: 0..<50)
  func reconstruction(seed: Int) throws {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func random(_ bound: UInt64) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % bound)
    }
    func text() -> [String] { (0...(random(12) + 1)).map { _ in "line \(random(5))" } }
    let (lhs, rhs) = (text() + ["lhs"], text() + ["rhs"])
    let difference = try #require(
      diff(lhs.joined(separator: "\n"), rhs.joined(separator: "\n")))
    let lines = difference.split(separator: "\n").dropFirst().dropLast()
    #expect(lines.filter { !$0.hasPrefix("+") }.map { String($0.dropFirst(2)) } == lhs)
    #expect(lines.filter { !$0.hasPrefix("-") }.map { String($0.dropFirst(2)) } == rhs)
    #expect(lines.count { $0.hasPrefix(" ") } == lcsLength(lhs, rhs))
  }

  private func lcsLength(_ lhs: [String], _ rhs: [String]) -> Int {
    var previous = Array(repeating: 0, count: rhs.count + 1)
    for left in lhs {
      var current = [0]
      for (index, right) in rhs.enumerated() {
        current.append(
          left == right ? previous[index] + 1 : max(previous[index + 1], current[index]))
      }
      previous = current
    }
    return previous[rhs.count]
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
}
