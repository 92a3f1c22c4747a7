import CustomDump
import Testing

struct DumpTests {
  @Test("a structure shows its fields, an array its indices")
  func structure() {
    let user = User(favoriteNumbers: [42, 1729], id: 2, name: "Blob")
    #expect(
      String(customDumping: user) == """
        User(
          favoriteNumbers: [
            [0]: 42,
            [1]: 1729
          ],
          id: 2,
          name: "Blob"
        )
        """)
  }

  @Test("name and indent apply to every line, and the value is returned")
  func nameAndIndent() {
    var text = "> "
    let counters = customDump([Counter(count: 1)], to: &text, name: "counters", indent: 2)
    #expect(counters == [Counter(count: 1)])
    #expect(
      text == """
        >   counters: [
            [0]: Counter(count: 1)
          ]
        """)
  }

  @Test("values deeper than maxDepth are folded")
  func maxDepth() {
    let user = User(favoriteNumbers: [42], id: 2, name: "Blob")
    var text = ""
    customDump([user], to: &text, maxDepth: 2)
    #expect(
      text == """
        [
          [0]: User(
            favoriteNumbers: […],
            id: 2,
            name: "Blob"
          )
        ]
        """)
    text = ""
    customDump(user, to: &text, maxDepth: 0)
    #expect(text == "User(…)")
  }

  @Test("a value with only one plain field takes one line")
  func singleValue() {
    #expect(String(customDumping: Counter(count: 1)) == "Counter(count: 1)")
    #expect(String(customDumping: Drink.tea(minutes: 3)) == "Drink.tea(minutes: 3)")
    #expect(String(customDumping: [Int]()) == "[]")
    #expect(String(customDumping: [String: Int]()) == "[:]")
    #expect(String(customDumping: Set<Int>()) == "Set([])")
    #expect(String(customDumping: ()) == "()")
  }

  @Test("an enum names its type at the root only, and shows labelled payloads")
  func enums() {
    #expect(String(customDumping: Drink.water) == "Drink.water")
    #expect(
      String(customDumping: Drink.nested(.coffee(2, milk: true))) == """
        Drink.nested(
          .coffee(
            2,
            milk: true
          )
        )
        """)
    #expect(
      String(customDumping: [Drink.water, .tea(minutes: 3)]) == """
        [
          [0]: .water,
          [1]: .tea(minutes: 3)
        ]
        """)
    #expect(
      String(customDumping: Result<Int, CancellationError>.success(1)) == "Result.success(1)")
  }

  @Test("an enum that describes itself still shows its case")
  func describedEnum() {
    enum Described: CustomStringConvertible {
      case one
      var description: String { "anything" }
    }
    #expect(String(customDumping: Described.one) == "DumpTests.Described.one")
  }

  @Test("values in existentials are shown as their own type")
  func existentials() {
    enum Failure: Error { case disk }
    struct State {
      var any: Any = Drink.water
      var error: any Error = Failure.disk
      var values: [any Equatable] = [Drink.water, 1, "a"]
    }
    #expect(
      String(customDumping: State()) == """
        DumpTests.State(
          any: .water,
          error: .disk,
          values: [
            [0]: .water,
            [1]: 1,
            [2]: "a"
          ]
        )
        """)
    #expect(diff(State(), State()) == nil)
    #expect(
      diff(State(), State(any: 1)) == """
          DumpTests.State(
        -   any: .water,
        +   any: 1,
            error: .disk,
            values: […]
          )
        """)
  }

  @Test("an optional shows its wrapped value")
  func optionals() {
    #expect(String(customDumping: Int?.none) == "nil")
    #expect(String(customDumping: Int??.some(.some(1))) == "1")
    #expect(String(customDumping: Drink?.some(.water)) == "Drink.water")
  }

  @Test("a tuple shows its labels")
  func tuples() {
    #expect(
      String(customDumping: (1, name: "Blob")) == """
        (
          1,
          name: "Blob"
        )
        """)
  }

  @Test("sets and dictionaries are in a stable order, numbers by size")
  func unordered() {
    #expect(
      String(customDumping: Set([10, 9, 1])) == """
        Set([
          1,
          9,
          10
        ])
        """)
    #expect(
      String(customDumping: ["b": Counter(count: 2), "a": Counter(count: 1)]) == """
        [
          "a": Counter(count: 1),
          "b": Counter(count: 2)
        ]
        """)
  }

  @Test("a string of several lines is a block, with as many # as it needs")
  func strings() {
    #expect(String(customDumping: "a \"b\"") == ##"#"a "b""#"##)
    #expect(String(customDumping: #"a\b"#) == ##"#"a\b"#"##)
    #expect(String(customDumping: ##"a "# \# b"##) == ###"##"a "# \# b"##"###)
    #expect(String(customDumping: "\t\"b\"\u{7}") == ##"#"\#t"b"\#u{07}"#"##)
    #expect(String(customDumping: "a\tb") == #""a\tb""#)
    #expect(
      String(customDumping: (1, bio: "Hello\nWorld")) == #"""
        (
          1,
          bio: """
            Hello
            World
            """
        )
        """#)
    #expect(
      String(customDumping: "a \\n\r\n\"\"\"b\"\"\"#") == ###"""
        ##"""
        a \n\##r
        """b"""#
        """##
        """###)
    #expect(String(customDumping: "substring".dropFirst(3)) == #""string""#)
  }

  @Test("a value nested very deeply is cut, not followed to the end of the stack")
  func deepNesting() {
    var drink = Drink.water
    for _ in 0..<5_000 { drink = .nested(drink) }
    let text = String(customDumping: drink)
    #expect(text.contains("…"))
    #expect(text.hasPrefix("Drink.nested(\n  .nested("))
  }

  @Test("a huge string is written whole")
  func hugeString() {
    let string = String(repeating: "line\n", count: 100_000)
    #expect(String(customDumping: string).utf8.count == string.utf8.count + 8)
  }

  @Test("a dictionary that has an order is shown in it")
  func orderedDictionary() {
    #expect(
      String(customDumping: Menu(prices: [("tea", 2), ("coffee", 3)])) == """
        [
          "tea": 2,
          "coffee": 3
        ]
        """)
  }
}
