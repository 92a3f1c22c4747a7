import CasePaths
import IssueReporting
import Testing

/// The spellings of enums without `@CasePathable`: their cases are found by reflection.
@Suite("Deprecated spellings")
struct DeprecatedTests {
  @Test("CAS-01 a path made of a case's function embeds and extracts")
  @available(*, deprecated)
  func reflection() {
    let paths: [AnyCasePath<Action, String>] = [
      AnyCasePath(unsafe: Action.failed), AnyCasePath(Action.failed), /Action.failed,
    ]
    for path in paths {
      #expect(path.embed("offline") == .failed("offline"))
      #expect(path.extract(from: .failed("offline")) == "offline")
      #expect(path.extract(from: .renamed("offline")) == nil)
      #expect(path.extract(from: .tapped) == nil)
    }
    let path: CasePath<Action, Int> = /Action.scored
    #expect(path.extract(from: .scored(points: 3)) == 3)
  }

  @Test("CAS-01 payloads of several values, optional ones and existentials are extracted")
  @available(*, deprecated)
  func payloads() {
    let moved = (/Action.moved).extract(from: .moved(1, y: 2))
    #expect(moved?.0 == 1 && moved?.1 == 2)
    #expect((/Action.missing).extract(from: .missing(nil)) == .some(nil))
    #expect((/Action.missing).extract(from: .missing(1)) == 1)
    #expect((/Loose.any).extract(from: .any("a")) as? String == "a")
    #expect((/Loose.any).extract(from: .number(1)) == nil)
    #expect((/Result<Int, Never>.success).extract(from: .success(1)) == 1)
  }

  @Test("CAS-01 a path of a case without a payload matches a root in that case")
  @available(*, deprecated)
  func withoutPayload() {
    let tapped: AnyCasePath<Action, Void> = /Action.tapped
    #expect(tapped.extract(from: .tapped) != nil)
    #expect(tapped.extract(from: .failed("")) == nil)
    #expect(tapped.embed(()) == .tapped)
    #expect(AnyCasePath(unsafe: Loose.none).extract(from: .none) != nil)
    #expect((/Action.self).extract(from: .tapped) == .tapped)
  }

  @Test("CAS-01 as a function, a path extracts a case")
  @available(*, deprecated)
  func functions() {
    let actions: [Action] = [.failed("a"), .tapped, .failed("b")]
    #expect(actions.compactMap(/Action.failed) == ["a", "b"])
    let optionals: [Action?] = actions + [nil]
    #expect(optionals.compactMap(/Action.failed) == ["a", "b"])
    let taps: (Action) -> Void? = /Action.tapped
    #expect(actions.compactMap(taps).count == 1)
    let optional: AnyCasePath<Action?, String> = /Action.failed
    #expect(optional.extract(from: nil) == nil)
    #expect(optional.extract(from: .failed("a")) == "a")
  }

  @Test("CAS-09 a path of an optional root extracts its own case only")
  @available(*, deprecated)
  func optionalRoot() {
    let failed: AnyCasePath<Action?, String> = /Action.failed
    #expect(failed.extract(from: .failed("a")) == "a")
    #expect(failed.extract(from: .renamed("a")) == nil)
    #expect(failed.extract(from: .tapped) == nil)
    #expect(failed.extract(from: nil) == nil)
    #expect(failed.embed("a") == .failed("a"))
    #expect((/Action.renamed).extract(from: Action?.some(.failed("a"))) == nil)
    let loose: AnyCasePath<Loose?, Any> = /Loose.any
    #expect(loose.extract(from: .any(1)) as? Int == 1)
    #expect(loose.extract(from: .number(1)) == nil)
    let wrapped: AnyCasePath<Action?, Action> = /Action?.some
    #expect(wrapped.extract(from: .failed("a")) == .failed("a"))
    #expect(wrapped.extract(from: nil) == nil)
    let nested: AnyCasePath<Int??, Int?> = /Int??.some
    #expect(nested.extract(from: .some(nil)) == .some(nil))
    #expect(nested.extract(from: nil) == nil)
  }

  @Test("CAS-09 without a payload, too, an optional root is in one case only")
  @available(*, deprecated)
  func optionalRootWithoutPayload() {
    let tapped = /Action.tapped as (Action?) -> Void?
    #expect(tapped(.tapped) != nil)
    #expect(tapped(.failed("a")) == nil)
    #expect(tapped(nil) == nil)
    let path: AnyCasePath<Action?, Void> = /Action.tapped
    #expect(path.extract(from: .tapped) != nil)
    #expect(path.extract(from: .missing(nil)) == nil)
    #expect(AnyCasePath(unsafe: Int??.none).extract(from: .some(nil)) == nil)
  }

  @Test("CAS-01 cases that differ in their labels alone are different cases")
  @available(*, deprecated)
  func labels() {
    let x: AnyCasePath<Overloaded, Int> = /Overloaded.moved(x:)
    let y: AnyCasePath<Overloaded, Int> = /Overloaded.moved(y:)
    #expect(x.extract(from: .moved(x: 1)) == 1)
    #expect(x.extract(from: .moved(y: 1)) == nil)
    #expect(y.extract(from: .moved(x: 1)) == nil)
    #expect(y.extract(from: .moved(y: 1)) == 1)
    #expect(AnyCasePath(Overloaded.moved(x:)).extract(from: .moved(y: 1)) == nil)
    let both: AnyCasePath<Overloaded, (Int, Int)> = /Overloaded.moved(x:y:)
    #expect(both.extract(from: .moved(x: 1, y: 2))?.1 == 2)
    #expect(both.extract(from: .moved(1, 2)) == nil)
    #expect((/Loose.labeled(any:)).extract(from: .labeled(any: 1)) as? Int == 1)
  }

  @Test("CAS-05 paths are appended by two dots, and are patterns of a switch")
  @available(*, deprecated)
  func operators() {
    let path = /Screen.action .. /Action.failed
    #expect(path.extract(from: .action(.failed("a"))) == "a")
    #expect(path.embed("a") == .action(.failed("a")))
    let short = /Screen.action .. Action.failed
    #expect(short.extract(from: .action(.failed("a"))) == "a")
    #expect(short.extract(from: .action(.tapped)) == nil)
    #expect(short.embed("a") == .action(.failed("a")))
    let screens: [Screen] = [.action(.tapped), .action(.failed("a"))]
    #expect(screens.compactMap(/Screen.action .. Action.failed) == ["a"])
    #expect([Int??.some(1), .some(nil), nil].compactMap(/Int??.some .. Int?.some) == [1])
    switch Action.tapped {
    case /Action.failed: Issue.record("another case")
    case /Action.tapped: break
    default: Issue.record("no case")
    }
  }

  @Test("CAS-03 XCTModify changes a case in place, and fails for another case")
  @available(*, deprecated)
  func modify() {
    var action = Action.failed("a")
    XCTModify(&action, case: /Action.failed) { $0 += "b" }
    #expect(action == .failed("ab"))
    withExpectedIssue { XCTModify(&action, case: /Action.scored) { $0 += 1 } }
    #expect(action == .failed("ab"))
    var answer = Answer.yes(1)
    XCTModify(&answer, case: \.yes) { $0 += 1 }
    #expect(answer == .yes(2))
    struct Stop: Error {}
    withExpectedIssue { XCTModify(&answer, case: \.yes) { _ in throw Stop() } }
    withExpectedIssue { XCTModify(&answer, case: \.no, "not now") { _ in } }
    var number: Int? = 1
    XCTModify(&number) { $0 += 1 }
    #expect(number == 2)
    number = nil
    withExpectedIssue { XCTModify(&number) { $0 += 1 } }
  }

  @Test("CAS-03 XCTModify fails if the body leaves the value unchanged, or throws")
  @available(*, deprecated)
  func modifyUnchanged() {
    var action = Action.failed("a")
    withKnownIssue {
      XCTModify(&action, case: /Action.failed, "Typing") { _ in }
    } matching: { issue in
      issue.description.contains(
        "Expected the value of type 'String' to change, but it did not - Typing")
    }
    var answer = Answer.yes(1)
    withExpectedIssue { XCTModify(&answer, case: \.yes) { $0 += 0 } }
    var number: Int? = 1
    withExpectedIssue { XCTModify(&number) { $0 = 1 } }
    struct Stop: Error {}
    withExpectedIssue {
      XCTModify(&answer, case: \.yes) {
        $0 = 2
        throw Stop()
      }
    }
    #expect(action == .failed("a") && answer == .yes(1) && number == 1)
    // A value without an equality may have changed.
    struct Plain {}
    var loose = Loose.any(Plain())
    XCTModify(&loose, case: /Loose.any) { _ in }
  }

  @Test("CAS-03 XCTUnwrap returns a case's value, and throws for another case")
  @available(*, deprecated)
  func unwrap() throws {
    #expect(try XCTUnwrap(Action.failed("a"), case: /Action.failed) == "a")
    #expect(try XCTUnwrap(Answer.yes(1), case: \.yes) == 1)
    #expect(try XCTUnwrap(Answer.yes(1), case: { $0 == .no ? nil : "a" }) == "a")
    withKnownIssue {
      #expect(throws: CaseMismatch()) {
        try XCTUnwrap(Answer.no, case: \.yes, "The answer is known")
      }
    } matching: { issue in
      issue.description.contains("'no', which is in another case - The answer is known")
    }
  }
}

private enum Action: Equatable {
  case failed(String)
  case missing(Int?)
  case moved(Int, y: Int)
  case renamed(String)
  case scored(points: Int)
  case tapped
}

private enum Loose {
  case any(Any)
  case labeled(any: Any)
  case none
  case number(Int)
}

private enum Overloaded {
  case moved(Int, Int)
  case moved(x: Int)
  case moved(x: Int, y: Int)
  case moved(y: Int)
}

private enum Screen: Equatable {
  case action(Action)
}

@CasePathable
private enum Answer: Equatable {
  case no
  case yes(Int)
}
