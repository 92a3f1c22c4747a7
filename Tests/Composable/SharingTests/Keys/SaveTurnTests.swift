import Dispatch
import Testing

@testable import Sharing

@Suite struct SaveTurnTests {
  @Test("every thread that waits is woken by the end, and none waits after it")
  func end() {
    let turn = SaveTurn()
    #expect(!turn.waitForEnd(until: .now()))
    let group = DispatchGroup()
    for _ in 0..<3 {
      DispatchQueue.global().async(group: group) { turn.waitForEnd() }
    }
    turn.end()
    #expect(group.wait(timeout: .now() + .seconds(10)) == .success)
    turn.end()
    #expect(turn.waitForEnd(until: .now()))
  }

  @Test("a caller is part of the turns that its code runs in")
  func caller() {
    let (outer, inner) = (SaveTurn(), SaveTurn())
    outer.run {
      #expect(outer.includesCaller && !inner.includesCaller)
      inner.run { #expect(outer.includesCaller && inner.includesCaller) }
      #expect(!inner.includesCaller)
    }
    #expect(!outer.includesCaller)
  }
}
