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
}
