import Testing

@testable import Dependencies

@Suite struct RandomUUIDsTests {
  @Test("Numbers are random where the system call fails")
  func withoutSystemCall() {
    var state = RandomUUIDs.State()
    state.refill { _, _ in -1 }
    #expect(state.used == 0)
    #expect(Set(state.numbers).count == state.numbers.count)
  }
}
