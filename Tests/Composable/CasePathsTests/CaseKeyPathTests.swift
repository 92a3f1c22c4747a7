import CasePaths
import IssueReporting
import Testing

@Suite("Case key paths")
struct CaseKeyPathTests {
  @Test("CAS-01 a case key path has its root's and its value's types, and embeds and extracts")
  func embedAndExtract() {
    let path: CaseKeyPath<Action, String> = \.failed
    #expect(path("offline") == .failed("offline"))
    #expect(Action.failed("offline")[case: path] == "offline")
    #expect(Action.tapped[case: path] == nil)
    #expect(Action.failed("offline")[case: \.failed] == "offline")
    #expect((\Action.Cases.failed)("offline") == .failed("offline"))
    #expect((\Action.Cases.tapped)() == .tapped)
    #expect((\Action.Cases.tapped)(()) == .tapped)
  }

  @Test("CAS-01 a case key path is equal to another that leads to the same case")
  func identity() {
    let paths: Set<PartialCaseKeyPath<Action>> = [
      \.tapped, \.failed, \.tapped, \.destination.edit, \.destination.edit,
    ]
    #expect(paths.count == 3)
  }

  @Test("CAS-03 assigning through a case key path replaces the value of the case")
  func assignment() {
    var action = Action.failed("")
    action[case: \.failed] = "offline"
    #expect(action == .failed("offline"))
    action = .destination(.edit(0))
    action[case: \.destination.edit] = 1
    #expect(action == .destination(.edit(1)))
    let path: CaseKeyPath<Action, Int> = \.destination.edit
    action[case: path] = 2
    #expect(action == .destination(.edit(2)))
  }

  @Test("CAS-03 assigning to a case that the value is not in changes nothing, and is not reported")
  func assignmentToOtherCase() {
    var action = Action.tapped
    action[case: \.failed] = "offline"
    #expect(action == .tapped)
    let path: CaseKeyPath<Action, Int> = \.destination.edit
    action[case: path] = 1
    action[case: \.missing] = 1
    action[case: \.missing] = nil
    func fill(_ value: inout String?) { value = "offline" }
    fill(&action[case: \.failed])
    #expect(action == .tapped)
    func look(_ value: inout String?) {}
    look(&action[case: \.failed])
    #expect(action == .tapped)
  }

  @Test("CAS-09 a key path may stop at an optional payload, go into it, or through it")
  func optionalPayload() {
    let payload: CaseKeyPath<Screen, Int?> = \.selection
    #expect(payload(nil) == .selection(nil))
    #expect(Screen.selection(nil)[case: payload] == .some(nil))
    let value: CaseKeyPath<Screen, Int> = \.selection
    #expect(value(1) == .selection(1))
    #expect(Screen.selection(1)[case: value] == 1)
    #expect(Screen.selection(nil)[case: value] == nil)
    #expect(Screen.selection(1).is(value) && !Screen.selection(nil).is(value))
    let through: CaseKeyPath<Screen, Int> = \.sheet.edit
    #expect(through(2) == .sheet(.edit(2)))
    #expect(Screen.sheet(.edit(2))[case: through] == 2)
    #expect(Screen.sheet(nil)[case: through] == nil)
    #expect(Screen.sheet(.closed).is(\.sheet.closed))
    var screen = Screen.sheet(.edit(2))
    screen.modify(\.sheet.edit) { $0 += 1 }
    #expect(screen == .sheet(.edit(3)))
  }

  @Test("CAS-09 a key path through optionals may end with an optional value")
  func optionalValueThroughOptionals() {
    let edit: CaseKeyPath<Sheets, Int?> = \.outer.inner.edit
    #expect(edit(1) == .outer(.inner(.edit(1))))
    #expect(edit(nil) == .outer(.inner(nil)))
    #expect(Sheets.outer(.inner(.edit(1)))[case: edit] == 1)
    #expect(Sheets.outer(.inner(nil))[case: edit] == nil)
    #expect(Sheets.outer(nil)[case: edit] == nil)
    let plain: CaseKeyPath<Sheets, Int> = \.outer.inner.edit
    #expect(plain == \Sheets.Cases.outer.inner.edit)
    #expect((edit as AnyKeyPath) != (plain as AnyKeyPath))
  }

  @Test("CAS-02 a value returns the key path of its case")
  func caseOfValue() {
    #expect(Action.failed("offline").case == \.failed)
    #expect(Action.tapped.case == \.tapped)
    #expect(Destination?.none.case == \.none)
    #expect(Set([Action.missing(1), .missing(nil), .tapped].map(\.case)).count == 2)
  }

  @Test("CAS-05 key paths compose across levels, by dots and by appending")
  func composition() {
    let destination: CaseKeyPath<Action, Destination> = \.destination
    let edit = destination.appending(path: \.edit)
    #expect(edit == \Action.Cases.destination.edit)
    for path in [edit, \.destination.edit] {
      #expect(path(7) == .destination(.edit(7)))
      #expect(Action.destination(.edit(7))[case: path] == 7)
      #expect(Action.destination(.closed)[case: path] == nil)
      #expect(Action.tapped[case: path] == nil)
    }
    #expect(Action.destination(.edit(7))[case: \.destination.edit] == 7)
    #expect(Action.destination(.edit(7))[case: \.self] == .destination(.edit(7)))
    let whole: CaseKeyPath<Action, Action> = \.self
    #expect(AnyCasePath(whole).embed(.tapped) == .tapped)
  }

  @Test("CAS-07 is matches the case of a value, at any depth, by literal and by value")
  func isCase() {
    let action = Action.destination(.edit(1))
    #expect(action.is(\.destination))
    #expect(action.is(\.destination.edit))
    #expect(!action.is(\.destination.closed))
    #expect(!action.is(\.tapped))
    let edit: CaseKeyPath<Action, Int> = \.destination.edit
    #expect(action.is(edit))
    let partial: PartialCaseKeyPath<Action> = \.destination.edit
    #expect(action.is(partial))
    #expect(!Action.tapped.is(partial))
    #expect(Action.missing(nil).is(\.missing))
  }

  @Test("CAS-07 a case key path is a pattern of a switch")
  func pattern() {
    func name(_ action: Action) -> String {
      switch action {
      case \.tapped: "tapped"
      case \.destination.edit: "edit"
      default: "other"
      }
    }
    #expect(name(.tapped) == "tapped")
    #expect(name(.destination(.edit(1))) == "edit")
    #expect(name(.destination(.closed)) == "other")
  }

  @Test("CAS-01 a partial case key path extracts, and embeds values of the right type")
  func partial() {
    let path: PartialCaseKeyPath<Action> = \.failed
    #expect(Action.failed("offline")[case: path] as? String == "offline")
    #expect(Action.tapped[case: path] == nil)
    #expect(path("offline") == Action.failed("offline"))
    #expect((path(1) as Action?) == nil)
  }

  @Test("CAS-04 a case reads as a property, also as a key path and behind optional chains")
  func dynamicMember() {
    let action = Action.destination(.edit(1))
    #expect(action.destination?.edit == 1)
    #expect(action.failed == nil)
    #expect(Action.tapped.tapped != nil)
    #expect([Action.failed("a"), .tapped, .failed("b")].compactMap(\.failed) == ["a", "b"])
  }

  @Test("CAS-09 a key path of optional chains reaches through a case of an optional value")
  func optionalChain() {
    struct State {
      var destination: Destination?
    }
    let keyPath = \State.destination?.edit
    #expect(State(destination: .edit(1))[keyPath: keyPath] == 1)
    #expect(State(destination: nil)[keyPath: keyPath] == nil)
  }

  @Test("CAS-02 all case key paths are listed in the order of the source")
  func iteration() {
    #expect(
      Array(Action.allCasePaths)
        == [\.destination, \.failed, \.missing, \.moved, \.named, \.tapped])
    #expect(Action.allCasePaths[.failed("offline")] == \.failed)
    #expect(Action.allCasePaths[.tapped] == \.tapped)
  }

  @Test("CAS-02 several payloads are a tuple with their labels")
  func labels() {
    let moved = Action.moved(x: 1, 2)[case: \.moved]
    #expect(moved?.x == 1)
    #expect(moved?.1 == 2)
    #expect((\Action.Cases.moved)((x: 3, 4)) == .moved(x: 3, 4))
    #expect((\Action.Cases.named)("a") == .named(name: "a"))
    #expect(Action.named(name: "a").named == "a")
  }
}

@CasePathable
@dynamicMemberLookup
private enum Action: Equatable {
  case destination(Destination)
  case failed(String)
  case missing(Int?)
  case moved(x: Int, Int)
  case named(name: String = "default")
  case tapped
}

@CasePathable
@dynamicMemberLookup
private enum Destination: Equatable {
  case closed
  case edit(Int)
}

@CasePathable
private enum Screen: Equatable {
  case selection(Int?)
  case sheet(Destination?)
}

@CasePathable
private enum Sheets: Equatable {
  case outer(Outer?)
}

@CasePathable
private enum Outer: Equatable {
  case inner(Destination?)
}
