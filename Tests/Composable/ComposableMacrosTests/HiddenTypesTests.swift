import MacroTesting
import Testing

@testable import ComposableMacros

@Suite("Private types that an extension cannot see")
struct HiddenTypesTests {
  @Test("RED-01 one within another type is refused")
  func hidden() {
    assertMacro(macros) {
      """
      struct App {
        @Reducer
        private enum Path {
          case a(A)
        }
      }
      """
    } diagnostics: {
      """
      struct App {
        @Reducer
        private enum Path {
        ^ error: '@Reducer' writes an extension, which cannot see a private type within another type: make it 'fileprivate'
          fix-it: Replace 'private' with 'fileprivate'
          case a(A)
        }
      }
      """
    } fixes: {
      """
      struct App {
        @Reducer
        fileprivate enum Path {
          case a(A)
        }
      }
      """
    }
  }

  @Test("RED-14 one in a private type within another type is refused")
  func surroundings() {
    assertMacro(macros) {
      """
      struct App {
        private struct Part {
          @ObservableState struct State {
          }
        }
      }
      """
    } diagnostics: {
      """
      struct App {
        private struct Part {
          @ObservableState struct State {
                           ^ error: '@ObservableState' writes an extension, which cannot see a private type within another type: make it 'fileprivate'
          }
        }
      }
      """
    }
  }
}
