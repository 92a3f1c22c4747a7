import ComposableArchitecture
import Testing

@Suite("Cases of a presentation")
struct PresentationCaseTests {
  @CasePathable
  enum Destination: Equatable {
    case name(String)
    case number(Int)
  }

  @Test("NAV-16 the value of a case is read and changed through the presentation")
  func change() {
    var state = PresentationState<Destination>(wrappedValue: .name("A"))
    state[case: \.name]?.append("B")
    #expect(state.wrappedValue == .name("AB"))
    #expect(state[case: \.number] == nil)
    state[case: \.name] = nil
    #expect(state.wrappedValue == nil)
  }

  @Test("NAV-16 assigning to another case is reported, and changes nothing")
  func otherCase() {
    var state = PresentationState<Destination>(wrappedValue: .name("A"))
    withExpectedIssue { state[case: \.number] = 1 }
    #expect(state.wrappedValue == .name("A"))
    state = PresentationState(wrappedValue: nil)
    withExpectedIssue { state[case: \.name] = "A" }
    #expect(state.wrappedValue == nil)
  }

  @Test("NAV-16 changing another case in an optional chain is reported, and changes nothing")
  func otherCaseInChain() {
    var state = PresentationState<Destination>(wrappedValue: .name("A"))
    withKnownIssue {
      state[case: \.number]? += 1
    } matching: { issue in
      issue.description.contains("that holds a 'Int'")
        && issue.description.contains("the child is 'PresentationCaseTests.Destination.name(_:)'")
    }
    withExpectedIssue { state[case: \.number] = nil }
    #expect(state.wrappedValue == .name("A"))
    state = PresentationState(wrappedValue: nil)
    withExpectedIssue { state[case: \.name]?.append("B") }
    #expect(state.wrappedValue == nil)
  }

  @Test("NAV-16 a child may be removed through its case at the end of a chain")
  func remove() {
    func clear(_ value: inout String?) { value = nil }
    var state = PresentationState<Destination>(wrappedValue: .name("A"))
    clear(&state[case: \.name])
    #expect(state.wrappedValue == nil)
  }

  @Test("NAV-16 CAS-09 a case path does what a key path does")
  @available(*, deprecated)
  func casePath() {
    let name = AnyCasePath(\Destination.Cases.name)
    let number = AnyCasePath(\Destination.Cases.number)
    var state = PresentationState<Destination>(wrappedValue: .name("A"))
    state[case: name]?.append("B")
    #expect(state[case: name] == "AB")
    #expect(state[case: number] == nil)
    withExpectedIssue { state[case: number] = 1 }
    #expect(state.wrappedValue == .name("AB"))
    state[case: name] = nil
    #expect(state.wrappedValue == nil)
  }
}
