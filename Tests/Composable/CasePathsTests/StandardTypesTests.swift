import CasePaths
import Testing

@Suite("Case paths of the standard library's types, and of unusual enums")
struct StandardTypesTests {
  @Test("CAS-08 a result has case paths, also within an action")
  func result() {
    let success: CaseKeyPath<Action, Int> = \.response.success
    #expect(success(1)[case: \.response.success] == 1)
    #expect(Action.response(.failure(Fault()))[case: success] == nil)
    #expect(Action.response(.failure(Fault())).is(\.response.failure))
    #expect(Action.response(.success(1)).is(success))
    #expect(Array(Result<Int, Fault>.allCasePaths) == [\.success, \.failure])
    #expect(Result<Int, Fault>.allCasePaths[.failure(Fault())] == \.failure)
  }

  @Test("CAS-09 an optional value has its two cases, and those of its wrapped value by name")
  func optional() {
    var action: Action? = .text("a")
    #expect(action.is(\.some))
    #expect(action.is(\.some.text))
    #expect(action.is(\.text))
    #expect(action[case: \.some.text] == "a")
    #expect(action[case: \.text] == "a")
    action.modify(\.text) { $0 += "b" }
    #expect(action == .text("ab"))
    action = nil
    #expect(action.is(\.none))
    #expect(action[case: \.text] == nil)
    #expect(Array(Int?.allCasePaths) == [\.none, \.some])
    #expect(Int?.allCasePaths[1] == \.some)
  }

  @Test("CAS-02 generic, nested, indirect, empty and oddly named cases have case paths")
  func unusual() {
    #expect(Tree<Int>.node(.leaf(1), .leaf(2))[case: \.node]?.1 == .leaf(2))
    #expect((\Tree<String>.Cases.leaf)("a") == .leaf("a"))
    #expect(Outer.Inner.allCasePaths[.default(1)] == \.default)
    #expect(Outer.Inner.default(1).is(\.default))
    #expect(Array(Empty.allCasePaths).isEmpty)
    #expect(Array(Never.allCasePaths).isEmpty)
    #expect(Conditional.linux(1).is(\.linux))
    #expect(Array(Conditional.allCasePaths).count == 3)
    let failing: CaseKeyPath<Action, Never> = \.text.never
    #expect(Action.text("a")[case: failing] == nil)
    #expect(!Action.text("a").is(failing))
  }

  @Test("CAS-02 a closure, an optional, a tuple and Void can be payloads")
  func payloads() {
    let run = Payload.run { 42 }
    #expect(run[case: \.run]?() == 42)
    #expect(Payload.pair((1, 2))[case: \.pair]?.1 == 2)
    #expect(Payload.nothing(()).is(\.nothing))
    #expect(Payload.maybe(nil).is(\.maybe))
    #expect(Payload.maybe(nil)[case: \.maybe] == .some(nil))
  }

  @Test("CAS-01 a case path by hand, its identity, and one without payload")
  func byHand() {
    let digits = AnyCasePath<String, Int>(embed: { String($0) }, extract: { Int($0) })
    let even = AnyCasePath<Int, Int>(embed: { $0 * 2 }, extract: { $0 % 2 == 0 ? $0 / 2 : nil })
    let path = digits.appending(path: even)
    #expect(path.embed(21) == "42")
    #expect(path.extract(from: "42") == 21)
    #expect(path.extract(from: "43") == nil)
    #expect(path.extract(from: "x") == nil)
    #expect(AnyCasePath<Int, Int>().extract(from: 1) == 1)
    #expect(AnyCasePath("done").extract(from: "done") != nil)
    #expect(AnyCasePath("done").extract(from: "open") == nil)
    #expect(String(reflecting: path) == "AnyCasePath<String, Int>")
  }
}

private struct Fault: Error, Equatable {}

@CasePathable
private enum Action: Equatable {
  case response(Result<Int, Fault>)
  case text(String)
}

@CasePathable
private indirect enum Tree<Element: Equatable>: Equatable {
  case leaf(Element)
  case node(Tree, Self)
}

private enum Outer {
  @CasePathable
  enum Inner: Equatable {
    case `default`(Int)
    case `switch`
  }
}

@CasePathable
private enum Empty {}

@CasePathable
private enum Conditional {
  case always
  @available(*, deprecated) case old
  @available(*, unavailable) case gone
  #if os(Linux)
    case linux(Int)
  #else
    case elsewhere(String)
  #endif
}

@CasePathable
private enum Payload {
  case maybe(Int?)
  case nothing(Void)
  case pair((Int, Int))
  case run(() -> Int)
}

@CasePathable
private enum Deletion: Equatable {
  case at([Int].Element)
  case letter(String.Element)
}

extension StandardTypesTests {
  @Test("CAS-02 a payload may be named as a member of another type")
  func memberTypes() {
    #expect(Deletion.at(2)[case: \.at] == 2)
    let letter: CaseKeyPath<Deletion, Character> = \.letter
    #expect(letter("a") == .letter("a"))
  }
}

/// The compiler crashed on these key paths, which name how a result or an optional of a tuple is
/// `CasePathable`.
extension StandardTypesTests {
  @Test("CAS-08 CAS-09 key paths lead through results and optionals of 'Void' and of tuples")
  func tuples() {
    let success: CaseKeyPath<Saving, Void> = \.response.success
    #expect(Saving.response(.success(())).is(success))
    #expect(Saving.response(.failure(Fault())).is(\.response.failure))
    let partial: PartialCaseKeyPath<Saving> = \.response.success
    #expect(partial == success)
    let place: CaseKeyPath<Saving, (x: Int, y: Int)> = \.place.some.success
    #expect(Saving.place(.success((x: 1, y: 2)))[case: place]?.y == 2)
    let short: CaseKeyPath<Saving, (x: Int, y: Int)> = \.place.success
    #expect(short((x: 1, y: 2))[case: \.place.success]?.y == 2)
    #expect(Saving.place(.failure(Fault())).is(\.place.failure))
    #expect(Saving.place(nil)[case: short] == nil)
    let nothing: CaseKeyPath<Saving, Void> = \.nothing.some
    #expect(Saving.nothing(()).is(nothing))
    #expect(Saving.nothing(nil).is(\.nothing.none))
  }
}

@CasePathable
private enum Saving {
  case nothing(Void?)
  case place(Result<(x: Int, y: Int), any Error>?)
  case response(Result<Void, any Error>)
}
