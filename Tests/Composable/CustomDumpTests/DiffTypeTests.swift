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
}
