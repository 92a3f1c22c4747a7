import CasePaths
import Testing

@Suite("Cases named like a member")
struct MemberNamesTests {
  @Test("CAS-02 as a case of an enum they are named by key paths like any other")
  func keyPaths() {
    let paths: [PartialCaseKeyPath<Named>] = [
      \.embed, \.extract, \.is, \.modify, \.never, \.some, \.none, \.append, \.map, \.first,
      \.`self`, \.`init`, \.subscript, \.`Type`, \.State, \.`with spaces`,
    ]
    #expect(Array(Named.allCasePaths) == paths)
    let extract: CaseKeyPath<Named, Int> = \.extract
    #expect(extract(3) == .extract(3))
    let never: CaseKeyPath<Named, Int> = \.never
    #expect(never(4) == .never(4))
    let wrapped: CaseKeyPath<Named?, String> = \.some.some
    #expect(wrapped("a") == Named.some("a"))
  }

  @Test("CAS-02 they are read, compared and changed")
  func access() {
    var value = Named.extract(3)
    #expect(value.is(\.extract))
    #expect(!value.is(\.embed))
    #expect(value[case: \.extract] == 3)
    value.modify(\.extract) { $0 += 1 }
    #expect(value == .extract(4))
    #expect(Named.allCasePaths[.is(true)] == \.is)
    #expect(Named.allCasePaths[.`self`(1)] == \.`self`)
    #expect(Named.embed.is(\.embed))
    #expect(Named.modify(2)[case: \.modify] == 2)
    #expect(Named.`with spaces`.is(\.`with spaces`))
  }

  @Test("CAS-01 members of an enum's cases are available under these names")
  func functions() {
    let step: CaseKeyPath<Named, Int> = \.append
    #expect(Case<Named>()[keyPath: step].embed(1) as? Named == .append(1))
    #expect(Case(step).extract(from: Named.append(2)) == 2)
    #expect(Case(step).extract(from: Named.embed) == nil)
    #expect(Case(step).never.extract(from: Named.append(2)) == nil)
  }
}

@CasePathable
private enum Named: Equatable {
  case embed
  case extract(Int)
  case `is`(Bool)
  case modify(Int)
  case never(Int)
  case some(String), none
  case append(Int)
  case map([Int]), first
  case `self`(Int), `init`, `subscript`(in: Int), `Type`, State
  case `with spaces`
}
