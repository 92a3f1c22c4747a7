import CasePaths
import Testing

@Suite("Cases whose payload cannot exist")
struct UninhabitedCasesTests {
  @Test("CAS-02 an enum of no other cases is listed, and takes no value")
  func listed() {
    #expect(Array(Impossible.allCasePaths) == [\.never, \.empty, \.pair, \.labelled])
    let values: [Impossible] = []
    #expect(values.allSatisfy { $0.is(\.never) })
    #expect(Array(Conditional.allCasePaths).isEmpty)
  }

  @Test("CAS-02 they are distinguished from other cases")
  func beside() {
    #expect(Possible.allCasePaths[.number(1)] == \.number)
    #expect(Possible.number(1)[case: \.never] == nil)
    #expect(Possible.optional(nil)[case: \.optional] == .some(.none))
  }
}

private enum Empty {}

@CasePathable
private enum Impossible {
  case never(Never)
  case empty(Empty)
  case pair(Never, Int)
  case labelled(in: (Int, Empty))
}

@CasePathable
private enum Possible {
  case never(Never)
  case number(Int)
  case optional(Never?)
}

/// Without a case where none of the conditions is met.
@CasePathable
private enum Conditional {
  #if NO_SUCH_CONDITION
    case number(Int)
  #elseif ANOTHER_CONDITION
    case text(String)
  #endif
}
