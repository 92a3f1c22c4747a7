import MacroTesting
import Testing

import struct SwiftSyntaxMacroExpansion.MacroSpec

@testable import ComposableMacros

@Suite("The example of the documentation")
struct DocumentationTests {
  @Test("RED-30 the expansion is compared with the test's")
  func cases() {
    assertMacro(["CasePathable": MacroSpec(type: CasePathableMacro.self)]) {
      """
      @CasePathable struct State {}
      """
    } diagnostics: {
      """
      @CasePathable struct State {}
                    ^ error: '@CasePathable' applies to an enum only, not to a struct
                      fix-it: Remove '@CasePathable'
      """
    } fixes: {
      """
      struct State {}
      """
    }
  }
}
