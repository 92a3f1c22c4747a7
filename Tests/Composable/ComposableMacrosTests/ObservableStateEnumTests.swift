import MacroTesting
import Testing

@testable import ComposableMacros

@Suite("@ObservableState on an enum")
struct ObservableStateEnumTests {
  @Test("RED-14 a case has the identity of its payload, and a tag")
  func cases() {
    assertMacro(macros) {
      """
      @ObservableState
      public enum State {
        case a(A.State), b(_ state: B.State)
        case meeting(Meeting, syncUp: SyncUp)
        case labelled(state: A.State)
        case none
      }
      """
    } expansion: {
      """
      public enum State {
        case a(A.State), b(_ state: B.State)
        case meeting(Meeting, syncUp: SyncUp)
        case labelled(state: A.State)
        case none

        public var _$id: ComposableArchitecture.ObservableStateID {
          switch self {
          case .a(let v0):
            return ._$id(for: v0)._$tag(0)
          case .b(let v0):
            return ._$id(for: v0)._$tag(1)
          case .meeting:
            return ._$volatile._$tag(2)
          case .labelled(let v0):
            return ._$id(for: v0)._$tag(3)
          case .none:
            return ._$inert._$tag(4)
          }
        }

        public mutating func _$willModify() {
          switch self {
          case .a(var v0):
            ComposableArchitecture._$willModify(&v0)
            self = .a(v0)
          case .b(var v0):
            ComposableArchitecture._$willModify(&v0)
            self = .b(v0)
          case .meeting:
            break
          case .labelled(var v0):
            ComposableArchitecture._$willModify(&v0)
            self = .labelled(state: v0)
          case .none:
            break
          }
        }
      }

      extension State: ComposableArchitecture.ObservableState {
      }
      """
    }
  }

  @Test("Conditions, availability and backticks")
  func special() {
    assertMacro(macros) {
      """
      @ObservableState
      enum State {
        #if DEBUG
          case `default`(A.State)
        #endif
        @available(*, unavailable) case gone(A.State)
        @available(*, deprecated) case old
      }
      """
    } expansion: {
      """
      enum State {
        #if DEBUG
          case `default`(A.State)
        #endif
        @available(*, unavailable) case gone(A.State)
        @available(*, deprecated) case old

        @available(*, deprecated)
        var _$id: ComposableArchitecture.ObservableStateID {
          switch self {
          #if DEBUG
          case .`default`(let v0):
            return ._$id(for: v0)._$tag(0)
          #endif
          case .gone:
            return ._$volatile._$tag(1)
          case .old:
            return ._$inert._$tag(2)
          }
        }

        @available(*, deprecated)
        mutating func _$willModify() {
          switch self {
          #if DEBUG
          case .`default`(var v0):
            ComposableArchitecture._$willModify(&v0)
            self = .`default`(v0)
          #endif
          case .gone:
            break
          case .old:
            break
          }
        }
      }

      extension State: ComposableArchitecture.ObservableState {
      }
      """
    }
  }

  @Test("Enums without cases, and without payloads")
  func bare() {
    assertMacro(macros) {
      """
      @ObservableState
      enum Empty {
      }
      @ObservableState
      enum Plain {
        case on, off
      }
      """
    } expansion: {
      """
      enum Empty {

        var _$id: ComposableArchitecture.ObservableStateID {
          switch self {

          }
        }

        mutating func _$willModify() {

        }
      }
      enum Plain {
        case on, off

        var _$id: ComposableArchitecture.ObservableStateID {
          switch self {
          case .on:
            return ._$inert._$tag(0)
          case .off:
            return ._$inert._$tag(1)
          }
        }

        mutating func _$willModify() {

        }
      }

      extension Empty: ComposableArchitecture.ObservableState {
      }

      extension Plain: ComposableArchitecture.ObservableState {
      }
      """
    }
  }
}
