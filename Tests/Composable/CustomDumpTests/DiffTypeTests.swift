import CustomDump
import Testing

@Suite("Differences of values of any type")
struct DiffTypeTests {
  @Test("values of different types that look the same are shown with their types")
  func lookAlikeTypes() {
    #expect(
      diff(1.5 as Float as Any, 1.5 as Double as Any) == """
        - 1.5 as Float
        + 1.5 as Double
        """)
    #expect(
      diff([1, 1.0 as Float] as [Any], [1, 1.0] as [Any]) == """
          [
            [0]: 1,
        -   [1]: 1.0 as Float
        +   [1]: 1.0 as Double
          ]
        """)
    #expect(
      diff([Int]() as Any, [String]() as Any) == """
        - [] as [Int]
        + [] as [String]
        """)
    #expect(
      diff(1 as Any, 1.5 as Any) == """
        - 1
        + 1.5
        """)
  }

  @Test("optionals of any type are compared by what is in them")
  func optionalsOfAnyType() {
    struct Hidden: CustomDumpStringConvertible {
      var customDumpDescription: String { "<hidden>" }
    }
    let before: [Any?] = [Hidden(), Human("Blob"), nil]
    let after: [Any?] = [Hidden(), Human("Blob Jr"), Human("Blob Sr")]
    #expect(
      diff(before, after) == """
          [
            [0]: <hidden>,
            [1]: Human(
        -     name: "Blob",
        +     name: "Blob Jr",
              friends: []
            ),
        -   [2]: nil
        +   [2]: #1 Human(
        +     name: "Blob Sr",
        +     friends: []
        +   )
          ]
        """)
    #expect(
      diff(Optional<Any?>.some(nil), .none) == """
          // Not equal but no difference detected:
        - nil
        + nil
        """)
  }
}
