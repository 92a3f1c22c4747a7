import CasePaths
import Testing

/// A stack's action and an identified action as ComposableArchitecture has them: not enums of
/// cases, but types that write their `AllCasePaths` by hand, with subscripts and dynamic members.
@Suite("Case paths written by hand")
struct HandWrittenCasePathsTests {
  @Test("CAS-05 a key path goes through a hand-written subscript and dynamic member")
  func stack() {
    let path: CaseKeyPath<AppAction, String> = \.path[id: 0].detail.renamed
    let action = AppAction.path(.element(id: 0, action: .detail(.renamed("a"))))
    #expect(path("a") == action)
    #expect(action[case: path] == "a")
    #expect(action[case: \.path[id: 0].detail.renamed] == "a")
    #expect(action.is(\.path[id: 0].detail))
    #expect(!action.is(\.path[id: 1].detail))
    #expect(path == \.path[id: 0].detail.renamed)
    #expect(path != \.path[id: 1].detail.renamed)
  }

  @Test("CAS-06 a key path names the element of an identified action")
  func identified() {
    let path: CaseKeyPath<AppAction, Void> = \.rows[id: "a"].tapped
    #expect(path() == .rows(.element(id: "a", action: .tapped)))
    #expect(AppAction.rows(.element(id: "a", action: .tapped)).is(\.rows[id: "a"].tapped))
    #expect(!AppAction.rows(.element(id: "b", action: .tapped)).is(\.rows[id: "a"].tapped))
    var action = path()
    action.modify(\.rows[id: "a"]) { $0 = .deleted }
    #expect(action == .rows(.element(id: "a", action: .deleted)))
  }

  @Test("CAS-05 a dynamic member of hand-written case paths passes on to the presented case")
  func presented() {
    let path: CaseKeyPath<AppAction, Int> = \.sheet.saved
    #expect(path(1) == .sheet(.presented(.saved(1))))
    #expect(AppAction.sheet(.presented(.saved(1)))[case: path] == 1)
    #expect(AppAction.sheet(.presented(.saved(1)))[case: \.sheet.presented.saved] == 1)
    #expect(AppAction.sheet(.dismiss).is(\.sheet.dismiss))
    #expect(AppAction.sheet(.dismiss)[case: path] == nil)
  }
}

@CasePathable
private enum AppAction: Equatable {
  case path(ElementAction<Int, PathAction>)
  case rows(ElementAction<String, RowAction>)
  case sheet(SheetAction<EditAction>)
}

@CasePathable
private enum PathAction: Equatable {
  case detail(DetailAction)
}

@CasePathable
private enum DetailAction: Equatable {
  case renamed(String)
}

@CasePathable
private enum RowAction: Equatable {
  case deleted
  case tapped
}

@CasePathable
private enum EditAction: Equatable {
  case saved(Int)
}

private enum ElementAction<ID: Hashable & Sendable, Action>: CasePathable {
  case element(id: ID, action: Action)

  struct AllCasePaths {
    var element: AnyCasePath<ElementAction, (id: ID, action: Action)> {
      AnyCasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: { action in
          guard case .element(let id, let action) = action
          else { return nil }
          return (id, action)
        })
    }

    subscript(id id: ID) -> AnyCasePath<ElementAction, Action> {
      AnyCasePath(
        embed: { .element(id: id, action: $0) },
        extract: { action in
          guard case .element(id, let action) = action
          else { return nil }
          return action
        })
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

private enum SheetAction<Action>: CasePathable {
  case dismiss
  case presented(Action)

  @dynamicMemberLookup
  struct AllCasePaths {
    var dismiss: AnyCasePath<SheetAction, Void> {
      AnyCasePath(embed: { .dismiss }, extract: { if case .dismiss = $0 { () } else { nil } })
    }

    var presented: AnyCasePath<SheetAction, Action> {
      AnyCasePath(
        embed: { .presented($0) },
        extract: { if case .presented(let action) = $0 { action } else { nil } })
    }

    subscript<Member>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, AnyCasePath<Action, Member>>
    ) -> AnyCasePath<SheetAction, Member> where Action: CasePathable {
      presented.appending(path: Action.allCasePaths[keyPath: keyPath])
    }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension ElementAction: Equatable where Action: Equatable {}
extension SheetAction: Equatable where Action: Equatable {}
