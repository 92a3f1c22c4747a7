import ComposableArchitecture
import Testing

@Suite("@Presents")
struct PresentsTests {
  @Test("RED-16 the property is an optional, and its presentation is at hand with a dollar sign")
  func property() {
    var state = Observed()
    #expect(state.child == nil)
    state.child = Child(count: 1)
    state.child?.count += 1
    #expect(state.child == Child(count: 2))
    #expect(state.$child.wrappedValue == Child(count: 2))
    state.$child.wrappedValue = nil
    #expect(state.child == nil)
    #expect(state.start == Child(count: 7))
  }

  @Test("RED-16 the memberwise initializer takes the optional")
  func memberwise() {
    let state = Observed(count: 1, child: Child(count: 2), start: nil)
    #expect(state.child?.count == 2)
    #expect(state.start == nil)
    #expect(Plain(child: Child(count: 3)).child?.count == 3)
    #expect(Written(child: Child(count: 4)).child?.count == 4)
  }

  @Test("RED-16 state without observation can present as well")
  func plain() {
    var state = Plain()
    state.child = Child(count: 1)
    state.child?.count += 1
    #expect(state == Plain(child: Child(count: 2)))
    #expect(state.$child == PresentationState(wrappedValue: Child(count: 2)))
  }

  @Test(
    "RED-16 presenting another child notifies observers of the presentation; a change within does not"
  )
  func granularity() {
    var state = Observed(child: Child(count: 0))
    let presentation = WakeUp { _ = state.child }
    let count = WakeUp { state.child?.count }
    let other = WakeUp { state.count }
    state.child?.count += 1
    #expect(!presentation.hasHappened)
    #expect(count.hasHappened)
    state.child = nil
    #expect(presentation.hasHappened)
    #expect(!other.hasHappened)
  }
}

@ObservableState
private struct Child: Equatable {
  var count: Int
}

@ObservableState
private struct Observed: Equatable {
  var count = 0
  @Presents var child: Child?
  @Presents fileprivate var start: Swift.Optional<Child> = Child(count: 7)
}

private struct Plain: Equatable {
  @Presents var child: Child?
}

@ObservableState
private struct Written {
  @Presents var child: Child?

  init(child: Child) {
    self.child = child
  }
}
