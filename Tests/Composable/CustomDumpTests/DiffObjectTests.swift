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

  @Test("TST-23 one reference on both sides is compared with its earlier contents")
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

  @Test("unequal values that look the same are reported as such")
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
    let human = pair("a")
    #expect(diff(human, human) == nil)
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

  /// The text without the addresses of objects.
  private func withoutAddresses(_ text: String?) -> String? {
    text?.replacing(/0x[0-9a-f]+/, with: "…")
  }

  @Test("objects that differ only in identity are shown with it")
  func identity() {
    final class Token: Equatable {
      let id = 1
      let name = "Blob"
      static func == (lhs: Token, rhs: Token) -> Bool { lhs === rhs }
    }
    let token = Token()
    #expect(diff(token, token) == nil)
    #expect(
      withoutAddresses(diff(token, Token())) == """
          DiffObjectTests.Token(
        -   _: ObjectIdentifier(…),
        +   _: ObjectIdentifier(…),
            id: 1,
            name: "Blob"
          )
        """)
  }

  @Test("cycles of different objects are equal if nothing but their identity differs")
  func equalCycles() {
    func cycle() -> Human {
      let human = Human("Blob")
      human.friends = [human]
      return human
    }
    #expect(diff(cycle(), cycle()) == nil)
    #expect(
      diff((cycle(), 1), (cycle(), 2)) == """
          (
            Human(…),
        -   1
        +   2
          )
        """)
  }

  struct Redacted<Value>: CustomDumpStringConvertible {
    var value: Value
    var customDumpDescription: String { "<redacted>" }
  }

  struct Masked: CustomDumpRepresentable {
    var password: String
    var customDumpValue: Any { "•••" }
  }

  final class Session: CustomDumpReflectable {
    let user = "Blob"
    let token: String

    init(token: String) { self.token = token }

    var customDumpMirror: Mirror {
      Mirror(self, children: ["user": user], displayStyle: .class)
    }
  }

  @Test("values that differ in hidden parts are not equal")
  func redacted() {
    #expect(diff(Redacted(value: 1), Redacted(value: 1)) == nil)
    #expect(
      diff((id: 1, token: Redacted(value: "a")), (id: 1, token: Redacted(value: "b"))) == """
          (
            id: 1,
            // Not equal but no difference detected:
        -   token: <redacted>
        +   token: <redacted>
          )
        """)
    #expect(diff(Masked(password: "a"), Masked(password: "a")) == nil)
    #expect(
      diff(Masked(password: "a"), Masked(password: "b")) == """
          // Not equal but no difference detected:
        - "•••"
        + "•••"
        """)
    #expect(diff(Session(token: "a"), Session(token: "a")) == nil)
    #expect(
      withoutAddresses(diff(Session(token: "a"), Session(token: "b"))) == """
          DiffObjectTests.Session(
        -   _: ObjectIdentifier(…),
        +   _: ObjectIdentifier(…),
            user: "Blob"
          )
        """)
  }

  @Test("the second object of a class carries a number, on both sides")
  func numbers() {
    let blob = Human("Blob")
    let junior = Human("Blob Jr")
    #expect(
      diff([blob, junior], [blob]) == """
          [
            [0]: Human(…),
        -   [1]: #1 Human(
        -     name: "Blob Jr",
        -     friends: []
        -   )
          ]
        """)
  }

  @Test("TST-23 a shared collection of a custom type is shown under the type's name")
  func sharedCollection() {
    struct Users: CustomReflectable {
      var users: [User]
      var customMirror: Mirror {
        Mirror(self, unlabeledChildren: users, displayStyle: .collection)
      }
    }
    let identity = Reference.Identity()
    func state(_ name: String) -> Reference {
      Reference(
        identity: identity,
        before: Users(users: [User(favoriteNumbers: [], id: 1, name: "Blob")]),
        now: Users(users: [User(favoriteNumbers: [], id: 1, name: name)]))
    }
    #expect(
      diff((state("Design"), 1), (state("Design"), 1)) == """
          (
            #1 DiffObjectTests.Users(
              User(
                favoriteNumbers: [],
                id: 1,
        -       name: "Blob"
        +       name: "Design"
              )
            ),
            1
          )
        """)
  }
}
