import RuntimeInternals
import Testing

/// `swift_EnumCaseName`, a function of the runtime's that no header declares.
struct EnumCaseNameTests {
  enum Memo: CustomStringConvertible {
    case empty
    case note(String)
    case talk(title: String, minutes: Int)

    var description: String { "a memo" }
  }

  @Test("The name is that in the source, with a payload and without, whatever the description")
  func names() {
    #expect(EnumCaseName.of(Memo.empty) == "empty")
    #expect(EnumCaseName.of(Memo.note("Milk")) == "note")
    #expect(EnumCaseName.of(Memo.talk(title: "Monday", minutes: 3)) == "talk")
    #expect(EnumCaseName.of(Optional(1)) == "some")
    #expect(EnumCaseName.of(Int?.none) == "none")
  }

  @Test("A value that is not an enum has no case")
  func noEnum() {
    #expect(EnumCaseName.of(1) == nil)
    #expect(EnumCaseName.of("text") == nil)
    #expect(EnumCaseName.address(for: [1]) == nil)
  }

  @Test("The address of a case's name is the same for any payload, and unique")
  func addresses() {
    #expect(EnumCaseName.address(for: Memo.note("a")) == EnumCaseName.address(for: Memo.note("b")))
    #expect(EnumCaseName.address(for: Memo.note("a")) != EnumCaseName.address(for: Memo.empty))
    var memo = Memo.note("b")
    #expect(EnumCaseName.address(forValueIn: &memo) == EnumCaseName.address(for: Memo.note("a")))
    var number = 1
    #expect(EnumCaseName.address(forValueIn: &number) == nil)
  }
}
