import Sharing
import Testing

@Suite struct SharedTests {
  @Test("SHR-21 withLock changes the value in place and returns the closure's result")
  func withLock() {
    @Shared(value: 1) var count
    let old = $count.withLock { count in
      defer { count += 1 }
      return count
    }
    #expect(old == 1)
    #expect(count == 2)
  }

  @Test("SHR-47 properties with the same key have the same value")
  func sameKey() {
    @Shared(.inMemory("count")) var one = 1
    @Shared(.inMemory("count")) var other = 2
    $other.withLock { $0 += 10 }
    #expect(one == 11)
  }
}
