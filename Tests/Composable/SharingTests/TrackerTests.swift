import CustomDump
import Foundation
import Sharing
import Testing

@Suite struct TrackerTests {
  struct State: Equatable {
    @Shared var count: Int
    var text = ""
  }

  @Test("TST-48 a change made in a tracked task is reported until asserted")
  func unasserted() async {
    let tracker = SharedChangeTracker()
    @Shared(value: 0) var count
    let shared = $count
    await tracker.track {
      await Task { shared.withLock { $0 = 1 } }.value
    }
    #expect(tracker.hasUnassertedChanges)
    let change = tracker.unassertedChanges.first
    #expect(change?.before as? Int == 0)
    #expect(change?.after as? Int == 1)
    tracker.markAsserted(upTo: tracker.freeze())
    #expect(!tracker.hasUnassertedChanges)
  }

  @Test("TST-22 the message has the change and the value's declaration")
  func message() {
    let tracker = SharedChangeTracker()
    @Shared(value: 0) var count; let line = #line
    tracker.track { $count.withLock { $0 = 1 } }
    #expect(
      tracker.unassertedChanges.map(\.message) == [
        """
        Tracked changes to 'Shared<Int>@SharingTests/TrackerTests.swift:\(line)' but failed to \
        assert: …

          − 0
          + 1

        (Before: −, After: +)

        Call 'Shared<Int>.assert' to exhaustively test these changes, or call 'skipChanges' to \
        ignore them.
        """
      ])
  }

  @Test("each step is compared with the values when it was frozen")
  func steps() {
    let tracker = SharedChangeTracker()
    let state = State(count: Shared(value: 0))
    tracker.track { state.$count.withLock { $0 = 1 } }
    let first = tracker.freeze()
    tracker.track { state.$count.withLock { $0 = 2 } }
    let second = tracker.freeze()

    let expectedFirst = tracker.expectation()
    tracker.asserting(expectedFirst) {
      #expect(state.count == 0)
      state.$count.withLock { $0 = 1 }
      #expect(state.count == 1)
    }
    #expect(state.count == 2)
    tracker.comparing(expectedFirst, with: first) {
      #expect(state == state)
      #expect(diff(state, state) == nil)
    }
    #expect(tracker.differences(between: expectedFirst, and: first).isEmpty)
    tracker.markAsserted(expectedFirst, matching: first)
    #expect(tracker.unassertedChanges.map { $0.before as? Int } == [1])

    let expectedSecond = tracker.expectation()
    tracker.asserting(expectedSecond) { state.$count.withLock { $0 = 3 } }
    tracker.comparing(expectedSecond, with: second) {
      #expect(!(state == state))
      #expect(
        diff(state, state) == """
            TrackerTests.State(
          -   _count: #1 3,
          +   _count: #1 2,
              text: ""
            )
          """)
    }
    #expect(tracker.differences(between: expectedSecond, and: second).count == 1)
    tracker.markAsserted(expectedSecond, matching: second)
    #expect(tracker.hasUnassertedChanges)
    tracker.skipChanges()
    #expect(!tracker.hasUnassertedChanges)
  }

  @Test(
    "a value that is changed for the first time in a later step is as it was before, in the step")
  func firstChangeLater() {
    let tracker = SharedChangeTracker()
    let state = State(count: Shared(value: 0))
    let first = tracker.freeze()
    tracker.track { state.$count.withLock { $0 = 1 } }
    let expected = tracker.expectation()
    tracker.asserting(expected) { #expect(state.count == 0) }
    tracker.comparing(expected, with: first) { #expect(state == state) }
    #expect(tracker.differences(between: expected, and: first).isEmpty)
  }

  @Test("withLock counts as a change, even if the value stays equal")
  func sameValue() {
    let tracker = SharedChangeTracker()
    @Shared(value: 0) var count
    @Shared(value: 0) var other
    tracker.track { $other.withLock { $0 = 1 } }
    let first = tracker.freeze()
    tracker.track { $count.withLock { $0 = 0 } }
    let second = tracker.freeze()
    #expect(tracker.hasUnassertedChanges)
    #expect(tracker.differences(between: first, and: second).isEmpty)
    $count.assert { $0 = 0 }
    $other.assert { $0 = 1 }
    #expect(!tracker.hasUnassertedChanges)
    withExpectedIssue { $count.assert { $0 = 0 } }
  }

  @Test("TST-17 assert describes the change of one shared value")
  func sharedAssert() {
    let tracker = SharedChangeTracker()
    @Shared(value: 0) var count
    tracker.track { $count.withLock { $0 = 1 } }
    $count.assert { $0 = 1 }
    #expect(!tracker.hasUnassertedChanges)
    withExpectedIssue { $count.assert { $0 = 2 } }
    tracker.track { $count.withLock { $0 = 5 } }
    withExpectedIssue { $count.assert { $0 = 4 } }
    #expect(!tracker.hasUnassertedChanges)
    tracker.track { $count.withLock { $0 = 6 } }
    $count.skipChanges()
    #expect(!tracker.hasUnassertedChanges)
  }

  @Test("a part derived separately on each side is shown as one change")
  func derivedParts() throws {
    struct Child: Equatable { @Shared var todo: Todo }
    let tracker = SharedChangeTracker()
    @Shared(.todos) var todos = [Todo(id: 1)]
    let expectedState = Child(todo: try #require(Shared($todos[id: 1])))
    let actualState = Child(todo: try #require(Shared($todos[id: 1])))
    tracker.track { actualState.$todo.withLock { $0.title = "One" } }
    let actual = tracker.freeze()
    let expected = tracker.expectation()
    tracker.comparing(expected, with: actual) {
      #expect(expectedState != actualState)
      #expect(
        diff(expectedState, actualState) == """
            TrackerTests.Child(
              _todo: #1 Todo(
                id: 1,
          -     title: "",
          +     title: "One",
                isDone: false
              )
            )
          """)
    }
    tracker.asserting(expected) { expectedState.$todo.title.withLock { $0 = "One" } }
    tracker.comparing(expected, with: actual) { #expect(expectedState == actualState) }
  }

  @Test("a change in progress is not marked as asserted with the others")
  func settleDuringChange() async throws {
    let tracker = SharedChangeTracker()
    @Shared(value: 0) var count
    let shared = $count
    tracker.track { shared.withLock { $0 = 1 } }
    let first = tracker.freeze()
    let (isInside, isSettled) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let change = Task.detached {
      tracker.track {
        shared.withLock {
          isInside.signal()
          // Counting may wait for this change, and then this ends first.
          _ = isSettled.wait(timeout: .now() + .milliseconds(50))
          $0 = 2
        }
      }
    }
    await withCheckedContinuation { continuation in
      // Not on a thread of tasks, since the change needs one.
      Thread.detachNewThread {
        isInside.wait()
        tracker.markAsserted(upTo: first)
        isSettled.signal()
        continuation.resume()
      }
    }
    await change.value
    #expect(tracker.unassertedChanges.map { $0.before as? Int } == [1])
    #expect(tracker.unassertedChanges.map { $0.after as? Int } == [2])
  }
}
