import MacroTesting
import Testing

import struct SwiftSyntaxMacroExpansion.MacroSpec

@testable import ComposableMacros

@Suite("Names that cases cannot have")
struct CaseNamesTests {
  @Test("CAS-02 those written by @CasePathable")
  func pathable() {
    assertMacro(["CasePathable": MacroSpec(type: CasePathableMacro.self)]) {
      """
      @CasePathable enum Action {
        case allCasePaths
        case AllCasePaths(Int)
        case makeIterator
      }
      """
    } diagnostics: {
      """
      @CasePathable enum Action {
        case allCasePaths
             ^ error: '@CasePathable' writes a member called 'allCasePaths': give this case another name
        case AllCasePaths(Int)
             ^ error: '@CasePathable' writes a member called 'AllCasePaths': give this case another name
        case makeIterator
             ^ error: '@CasePathable' writes a member called 'makeIterator': give this case another name
      }
      """
    }
  }

  @Test("RED-08 those written by @Reducer, and duplicates of another case")
  func features() {
    assertMacro(macros) {
      """
      @Reducer enum Path {
        case body(A)
        case State(A)
        case `Self`(A)
        case a(A)
        #if DEBUG
          case a(B)
        #endif
      }
      """
    } diagnostics: {
      """
      @Reducer enum Path {
        case body(A)
             ^ error: '@Reducer' writes a member called 'body': give this case another name
        case State(A)
             ^ error: '@Reducer' writes a member called 'State': give this case another name
        case `Self`(A)
             ^ error: '@Reducer' writes a member called 'Self': give this case another name
        case a(A)
        #if DEBUG
          case a(B)
               ^ error: '@Reducer' can't be applied to an enum with two cases named 'a': rename one of them
                 note: The first case named 'a' (line 5)
        #endif
      }
      """
    }
  }
}
