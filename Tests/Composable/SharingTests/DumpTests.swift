import CustomDump
import Sharing
import Testing

@Suite struct DumpTests {
  struct State: Equatable {
    @Shared var count: Int
    @SharedReader var name: String
    var text = "Hi"
  }

  @Test("TST-23 a dump shows the value after a mark for shared values")
  func dump() {
    let count = Shared(value: 1)
    let state = State(count: count, name: SharedReader(value: "Blob"))
    #expect(
      String(customDumping: state) == """
        DumpTests.State(
          _count: #1 1,
          _name: #1 "Blob",
          text: "Hi"
        )
        """)
    #expect(
      String(customDumping: [count, count, Shared(value: 3)]) == """
        [
          [0]: #1 1,
          [1]: #1 Int(↩︎),
          [2]: #2 3
        ]
        """)
  }

  @Test("TST-23 a difference of shared values compares their contents")
  func difference() {
    let before = State(count: Shared(value: 1), name: SharedReader(value: "Blob"))
    let after = State(count: Shared(value: 2), name: SharedReader(value: "Blob"))
    #expect(before != after)
    #expect(
      diff(before, after) == """
          DumpTests.State(
        -   _count: #1 1,
        +   _count: #2 2,
            _name: #1 "Blob",
            text: "Hi"
          )
        """)
  }

}
