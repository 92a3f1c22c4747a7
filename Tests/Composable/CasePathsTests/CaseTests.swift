import CasePaths
import Testing

struct CaseTests {
  @CasePathable
  enum Screen: Equatable {
    case list([Int])
    case empty
  }

  @CasePathable
  enum Route: Equatable {
    case screen(Screen)
  }

  @Test("CAS-01 A spelled-out key path makes a case path without a type")
  func inferredCasePath() {
    let path = AnyCasePath(\Route.Cases.screen.list)
    #expect(path.extract(from: .screen(.list([1]))) == [1])
    #expect(path.embed([2]) == .screen(.list([2])))

    let empty = AnyCasePath(\Screen.Cases.empty)
    #expect(empty.extract(from: .empty) != nil)
    #expect(empty.extract(from: .list([])) == nil)
    #expect(empty.embed(()) == .empty)
  }

  @Test("CAS-05 A case path has the cases of its value as members")
  func members() {
    let list = AnyCasePath(\Route.Cases.screen).list
    #expect(list.extract(from: .screen(.list([1]))) == [1])
    #expect(list.extract(from: .screen(.empty)) == nil)
    #expect(list.embed([2]) == .screen(.list([2])))

    let empty = Optional<Route>.allCasePaths.some.screen.empty
    #expect(empty.extract(from: .screen(.empty)) != nil)
    #expect(empty.extract(from: .screen(.list([]))) == nil)
    #expect(empty.extract(from: nil) == nil)
  }

  @Test("CAS-01 A value without a payload still makes a case path")
  func equatableRoot() {
    let path = AnyCasePath<Screen, Void>(.empty)
    #expect(path.extract(from: .empty) != nil)
    #expect(path.extract(from: .list([])) == nil)
  }

  @Test("CAS-01 A case is the value of a case key path, and made by hand")
  func cases() {
    let step: CaseKeyPath<Screen, [Int]> = \.list
    #expect(Case<Screen>()[keyPath: step].embed([1]) as? Screen == .list([1]))

    let list = Case(\Route.Cases.screen.list)
    #expect(list.embed([1]) as? Route == .screen(.list([1])))
    #expect(list.extract(from: Route.screen(.list([3]))) == [3])
    #expect(list.extract(from: Route.screen(.empty)) == nil)
    #expect(list.extract(from: "another type") == nil)

    let number = Case<Int>(embed: { String($0) }, extract: { (text: String) in Int(text) })
    #expect(number.embed(7) as? String == "7")
    #expect(number.extract(from: "7") == 7)
    #expect(number.extract(from: "seven") == nil)

    let root = Case<Int>()
    #expect(root.embed(1) as? Int == 1)
    #expect(root.extract(from: 1) == 1)
    #expect(root.extract(from: "1") == nil)
  }
}
