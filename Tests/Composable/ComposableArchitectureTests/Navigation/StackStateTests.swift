import ComposableArchitecture
import Foundation
import Testing

@CasePathable
@dynamicMemberLookup
private enum Screen: Codable, Hashable, Sendable {
  case detail(String)
  case list(Int)
}

@Suite("StackState")
struct StackStateTests {
  @Test("NAV-01 NAV-02 NAV-03 NAV-06 elements are appended and read by position")
  func append() {
    var path = StackState<Screen>()
    #expect(path.isEmpty)
    path.append(.list(1))
    path.append(contentsOf: [.detail("a"), .detail("b")])
    #expect(path.count == 3)
    #expect(path[0] == .list(1))
    #expect(path.last == .detail("b"))
    #expect(Array(path) == [.list(1), .detail("a"), .detail("b")])
  }

  @Test("NAV-07 NAV-08 NAV-09 ids count up from 0 in a test and find their elements")
  func ids() {
    var path = StackState<Screen>([.list(1), .detail("a")])
    #expect(path.ids == [0, 1])
    #expect(path[id: 0] == .list(1))
    #expect(path[id: path.ids[1]] == .detail("a"))
    #expect(path[id: 7] == nil)
    path.removeLast()
    path.append(.detail("b"))
    #expect(path.ids == [0, 2])
  }

  @Test("NAV-10 NAV-15 ids go along with elements in iteration, and name the parents")
  func iteration() {
    let path: StackState<Screen> = [.list(1), .list(2), .detail("a")]
    let pairs = zip(path.ids, path).map { "\($0.debugDescription) \($1)" }
    #expect(pairs == ["#0 list(1)", "#1 list(2)", "#2 detail(\"a\")"])
    #expect(path.ids.dropLast().last == 1)
  }

  @Test("NAV-04 pop(to:) keeps the element, pop(from:) removes it, and unknown ids do nothing")
  func pop() {
    var path: StackState<Screen> = [.list(1), .list(2), .list(3), .list(4)]
    path.pop(from: 3)
    #expect(path.ids == [0, 1, 2])
    path.pop(to: 0)
    #expect(path.ids == [0])
    path.pop(to: 0)
    path.pop(to: 9)
    path.pop(from: 9)
    #expect(path.ids == [0])
    path.pop(from: 0)
    #expect(path.isEmpty)
  }

  @Test("NAV-05 removeAll empties the stack")
  func removeAll() {
    var path: StackState<Screen> = [.list(1), .list(2)]
    path.removeAll()
    #expect(path == StackState())
    #expect(path.ids.isEmpty)
  }

  @Test("NAV-08 an element is changed in place, replaced, and removed by its id")
  func change() {
    var path: StackState<Screen> = [.list(1), .detail("a")]
    path[id: 1]?.modify(\.detail) { $0 += "!" }
    #expect(path[id: 1] == .detail("a!"))
    path[id: 0] = .list(2)
    #expect(path[0] == .list(2))
    path[id: 0] = nil
    #expect(path.ids == [1])
    path[0] = .list(9)
    #expect(path[id: 1] == .list(9))
    path[id: 8] = nil
    #expect(path.ids == [1])
  }

  @Test("NAV-08 a test puts elements on a stack under ids of its choice")
  func assignMissing() {
    var path: StackState<Screen> = [.list(1)]
    path[id: 5] = .list(2)
    #expect(path.ids == [0, 5])
    #expect(path[id: 5] == .list(2))
    path[id: 6] = nil
    #expect(path.ids == [0, 5])
  }

  @Test("X-09 NAV-16 the value of a case is reached by id and case")
  func caseSubscript() {
    var path: StackState<Screen> = [.list(1), .detail("a")]
    #expect(path[id: 1, case: \.detail] == "a")
    #expect(path[id: 1, case: \.list] == nil)
    path[id: 1, case: \.detail]?.append("b")
    path[id: 0, case: \.list] = 5
    #expect(Array(path) == [.list(5), .detail("ab")])
    path[id: 1, case: \.detail] = nil
    #expect(path.ids == [0])
    withExpectedIssue { path[id: 0, case: \.detail] = "x" }
    withExpectedIssue { path[id: 9, case: \.detail] = "x" }
    withExpectedIssue { path[id: 0, case: \.detail]?.append("x") }
    withExpectedIssue { path[id: 9, case: \.detail]?.append("x") }
    withExpectedIssue { path[id: 0, case: \.detail] = nil }
    #expect(Array(path) == [.list(5)])
  }

  @Test("X-09 NAV-16 CAS-09 a case path does what a key path does")
  @available(*, deprecated)
  func casePath() {
    let detail = AnyCasePath(\Screen.Cases.detail)
    var path: StackState<Screen> = [.list(1), .detail("a")]
    path[id: 1, case: detail]?.append("b")
    #expect(path[id: 1, case: detail] == "ab")
    #expect(path[id: 0, case: detail] == nil)
    withExpectedIssue { path[id: 0, case: detail] = "x" }
    withExpectedIssue { path[id: 9, case: detail] = "x" }
    #expect(Array(path) == [.list(1), .detail("ab")])
    path[id: 1, case: detail] = nil
    #expect(path.ids == [0])
  }

  @Test("NAV-16 an element's case is read through its id")
  func caseMember() {
    let path: StackState<Screen> = [.list(1), .detail("a")]
    #expect(path[id: 1]?.detail == "a")
    #expect(path[id: 0]?.detail == nil)
  }

  @Test("NAV-01 elements are inserted, removed and reordered like an array's")
  func rangeReplaceable() {
    var path: StackState<Screen> = [.list(1), .list(2), .list(3)]
    path.insert(.detail("a"), at: 1)
    #expect(path.ids == [0, 3, 1, 2])
    path.removeFirst()
    #expect(path.ids == [3, 1, 2])
    path.removeAll { $0 == .list(2) }
    #expect(Array(path) == [.detail("a"), .list(3)])
    #expect(path.ids == [3, 2])
    path.replaceSubrange(0..<2, with: [.list(7)])
    #expect(path.ids == [4])
    #expect(Array(path) == [.list(7)])
  }

  @Test("NAV-30 a stack is coded as an array of its elements")
  func codable() throws {
    let path: StackState<Screen> = [.list(1), .detail("a")]
    let data = try JSONEncoder().encode(path)
    let decoded = try JSONDecoder().decode(StackState<Screen>.self, from: data)
    #expect(Array(decoded) == Array(path))
    #expect(decoded.ids == [2, 3])
    #expect(
      try JSONDecoder().decode([Screen].self, from: data) == [.list(1), .detail("a")])
  }

  @Test("NAV-01 stacks are equal, and hash alike, with the same elements under the same ids")
  func equality() {
    let path: StackState<Screen> = [.list(1)]
    var copy = path
    #expect(copy == path)
    #expect(copy.hashValue == path.hashValue)
    copy[id: 0] = .list(2)
    #expect(copy != path)
    copy[id: 0] = .list(1)
    #expect(copy == path)
    #expect(path != [.list(1)])
  }

  @Test("NAV-09 each test's ids start at 0, even after another test used some")
  func generator() {
    @Dependency(\.stackElementID) var stackElementID
    #expect(stackElementID.peek() == 0)
    #expect(stackElementID.next() == 0)
    let copy = stackElementID.incrementingCopy()
    #expect(copy.next() == 1)
    #expect(copy.next() == 2)
    #expect(stackElementID.next() == 1)
    #expect(StackElementID(generation: 3).generation == 3)
  }

  @Test("NAV-01 a dump shows the elements under their ids")
  func dump() {
    var path: StackState<Screen> = [.list(1), .detail("a")]
    #expect(
      String(customDumping: path) == """
        [
          #0: .list(1),
          #1: .detail("a")
        ]
        """)
    let before = path
    path[id: 1] = .detail("b")
    #expect(
      diff(before, path) == """
          [
            #0: .list(1),
        -   #1: .detail("a")
        +   #1: .detail("b")
          ]
        """)
  }
}
