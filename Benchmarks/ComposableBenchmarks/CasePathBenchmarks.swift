import BenchmarkSupport
import CasePaths

/// Each operation with a key path literal, with a stored key path, and with a stored case path,
/// compared with a `switch`. A stored key path must be resolved at each call. The runtime also
/// recreates the literal of a whole case key path at each call, because it contains the case's name
/// as an argument. That takes most of the time.
var casePaths: Suite {
  let title: CaseKeyPath<Action, Int> = \.titled
  let nested: CaseKeyPath<Action, Int> = \.destination.edited
  let partial: PartialCaseKeyPath<Action> = \.titled
  let titlePath = AnyCasePath(title)
  let nestedPath = AnyCasePath(nested)

  var suite = Suite("CasePaths")

  func embed(
    _ form: String, aim: Aim = .none, _ subject: @escaping (Int) -> Action
  ) {
    suite.compare("embed, \(form)", aim: aim, to: "Action.titled(_:)") { n in
      for i in 0..<n { blackHole(Action.titled(opaque(i))) }
    } subject: { n in
      for i in 0..<n { blackHole(subject(opaque(i))) }
    }
  }
  embed("case path", aim: .atMost(times: 3)) { titlePath.embed($0) }
  embed("key path") { title($0) }

  func embedByLiteral(
    _ form: String, literal: @escaping () -> CaseKeyPath<Action, Int>,
    _ subject: @escaping (Int) -> Action
  ) {
    suite.compare("embed, \(form)", aim: .atMost(times: 1.5), to: "the literal alone") { n in
      for _ in 0..<n { blackHole(literal()) }
    } subject: { n in
      for i in 0..<n { blackHole(subject(opaque(i))) }
    }
  }
  embedByLiteral("key path literal", literal: { \.titled }) { (\Action.Cases.titled)($0) }
  embedByLiteral("key path literal, two levels", literal: { \.destination.edited }) {
    (\Action.Cases.destination.edited)($0)
  }

  func extract(
    _ form: String, aim: Aim = .none, _ subject: @escaping (Action) -> Int?
  ) {
    suite.compare("extract, \(form)", aim: aim, to: "switch") { n in
      for i in 0..<n {
        switch opaque(Action.titled(i)) {
        case .titled(let value): blackHole(Optional(value))
        case .closed, .destination: blackHole(Int?.none)
        }
      }
    } subject: { n in
      for i in 0..<n { blackHole(subject(opaque(Action.titled(i)))) }
    }
  }
  extract("case path", aim: .atMost(times: 3)) { titlePath.extract(from: $0) }
  extract("key path literal", aim: .atMost(times: 3)) { $0[case: \.titled] }
  extract("dynamic member", aim: .atMost(times: 3)) { $0.titled }
  extract("key path") { $0[case: title] }

  func extractTwoLevels(
    _ form: String, aim: Aim = .none, _ subject: @escaping (Action) -> Int?
  ) {
    suite.compare("extract two levels, \(form)", aim: aim, to: "switch") { n in
      for i in 0..<n {
        switch opaque(Action.destination(.edited(i))) {
        case .destination(.edited(let value)): blackHole(Optional(value))
        case .closed, .destination, .titled: blackHole(Int?.none)
        }
      }
    } subject: { n in
      for i in 0..<n { blackHole(subject(opaque(Action.destination(.edited(i))))) }
    }
  }
  extractTwoLevels("case path") { nestedPath.extract(from: $0) }
  extractTwoLevels("dynamic member", aim: .atMost(times: 3)) { $0.destination?.edited }
  extractTwoLevels("key path literal") { $0[case: \.destination.edited] }
  extractTwoLevels("key path") { $0[case: nested] }

  func isCase(
    _ form: String, aim: Aim = .none, _ subject: @escaping (Action) -> Bool
  ) {
    suite.compare("is, \(form)", aim: aim, to: "if case") { n in
      for i in 0..<n {
        if case .titled = opaque(Action.titled(i)) { blackHole(true) } else { blackHole(false) }
      }
    } subject: { n in
      for i in 0..<n { blackHole(subject(opaque(Action.titled(i)))) }
    }
  }
  isCase("key path literal", aim: .atMost(times: 3)) { $0.is(\.titled) }
  isCase("key path") { $0.is(title) }
  isCase("partial key path") { $0.is(partial) }

  func modify(
    _ form: String, aim: Aim = .none, _ subject: @escaping (inout Action) -> Void
  ) {
    suite.compare("modify, \(form)", aim: aim, to: "switch") { n in
      var action = opaque(Action.titled(0))
      for _ in 0..<n {
        if case .titled(let value) = action { action = .titled(value + 1) }
        blackHole(action)
      }
    } subject: { n in
      var action = opaque(Action.titled(0))
      for _ in 0..<n {
        subject(&action)
        blackHole(action)
      }
    }
  }
  modify("case path") { try? titlePath.modify(&$0) { $0 += 1 } }
  modify("key path literal", aim: .atMost(times: 3)) { $0.modify(\.titled) { $0 += 1 } }
  modify("key path") { $0.modify(title) { $0 += 1 } }
  return suite
}

@CasePathable
@dynamicMemberLookup
private enum Action {
  case closed
  case destination(Destination)
  case titled(Int)
}

@CasePathable
@dynamicMemberLookup
private enum Destination {
  case closed
  case edited(Int)
}
