import SwiftSyntax
import SwiftSyntaxBuilder
import Testing

@testable import ComposableMacros

@Suite("The function of a '@Reducer' enum that finds the case's store")
struct ReducerEnumScopeTests {
  @Test(
    "RED-08 The state is bound to a constant only if a case is inspected",
    arguments: [
      ("case a(A)", true),
      ("@available(*, unavailable) case gone(Gone)", false),
      ("#if DEBUG\ncase a(A)\n#endif", false),
      ("@available(*, unavailable) case gone(Gone)\ncase a(A)", true),
    ])
  func constant(cases: String, isKept: Bool) throws {
    let declaration: DeclSyntax = "enum Path {\n\(raw: cases)\n}"
    let reducer = ReducerEnum(try #require(declaration.as(EnumDeclSyntax.self)), "@Reducer")
    let members = reducer.members.map(\.description)
    let scope = try #require(members.first { $0.contains("func scope(") })
    #expect(scope.contains("let state = store.state") == isKept)
  }
}
