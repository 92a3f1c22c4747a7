import ComposableArchitecture
import Testing

struct WithAnimationTests {
  @Test("ALT-10 withAnimation runs its closure, and returns or throws like it")
  func change() throws {
    struct Refused: Error {}
    @Shared(value: [1, 2]) var numbers
    $numbers.withLock { numbers in
      _ = withAnimation { numbers.removeFirst() }
    }
    #expect(numbers == [2])
    #expect(withAnimation(.default) { 3 } == 3)
    #expect(throws: Refused.self) { try withAnimation { throw Refused() } }
  }
}
