import CasePaths
import IssueReporting
import Testing

@Suite("Changing a case in place")
struct ModifyTests {
  @Test("CAS-03 modify changes the payload in place, at any depth")
  func modify() {
    var screen = Screen.list(["a"])
    screen.modify(\.list) { $0.append("b") }
    #expect(screen == .list(["a", "b"]))

    var app = App.screen(.list(["a"]))
    app.modify(\.screen.list) { $0.append("b") }
    #expect(app == .screen(.list(["a", "b"])))

    let list: CaseKeyPath<App, [String]> = \.screen.list
    app.modify(list) { $0.removeAll() }
    #expect(app == .screen(.list([])))
  }

  @Test("TST-14 X-09 NAV-16 modify reaches through an optional chain")
  func optionalChain() {
    struct State {
      var destination: Screen? = .list(["a"])
    }
    var state = State()
    state.destination?.modify(\.list) { $0[0] = "Engineering" }
    #expect(state.destination?.list == ["Engineering"])
    state.destination = nil
    state.destination?.modify(\.list) { $0[0] = "Design" }
    #expect(state.destination == nil)
  }

  @Test("TST-14 modifying a case that the value is not in is reported, and changes nothing")
  func mismatch() {
    var screen = Screen.list(["a"])
    withKnownIssue {
      screen.modify(\.detail) { $0 += 1 }
    } matching: { issue in
      issue.description.contains(
        #"Can't modify 'list(["a"])' via 'CaseKeyPath<Screen, Int>'"#)
    }
    #expect(screen == .list(["a"]))

    var app = App.screen(screen)
    withExpectedIssue { app.modify(\.screen.detail) { $0 += 1 } }
    #expect(app == .screen(.list(["a"])))
  }

  @Test("CAS-03 a uniquely referenced payload is not copied while it is modified")
  func unique() {
    var holder = Holder.box(Box())
    var isUnique = false
    holder.modify(\.box) { isUnique = isKnownUniquelyReferenced(&$0) }
    #expect(isUnique)
  }

  @Test("CAS-03 changes made before a body throws stay")
  func throwingBody() {
    struct Stop: Error {}
    var screen = Screen.list(["a"])
    #expect(throws: Stop.self) {
      try AnyCasePath(\Screen.Cases.list).modify(&screen) { list in
        list.append("b")
        throw Stop()
      }
    }
    #expect(screen == .list(["a", "b"]))
    #expect(throws: CaseMismatch()) {
      try AnyCasePath(\Screen.Cases.detail).modify(&screen) { $0 += 1 }
    }
    #expect(screen == .list(["a", "b"]))
  }

  @Test("CAS-03 assigning nil through a case key path is reported, unless the payload is optional")
  func nilAssignment() {
    var screen = Screen.list(["a"])
    withExpectedIssue { screen[case: \.detail] = nil }
    #expect(screen == .list(["a"]))
    screen = .selection(1)
    screen[case: \.selection] = nil
    #expect(screen == .selection(nil))
    screen[case: \.list]?.append("b")
    #expect(screen == .selection(nil))
    screen = .list(["a"])
    screen[case: \.list]?.append("b")
    screen[case: \.selection]? = 1
    #expect(screen == .list(["a", "b"]))
  }
}

@CasePathable
@dynamicMemberLookup
private enum Screen: Equatable {
  case detail(Int)
  case list([String])
  case selection(Int?)
}

@CasePathable
private enum App: Equatable {
  case screen(Screen)
}

private final class Box: Sendable {}

@CasePathable
private enum Holder {
  case box(Box)
}
