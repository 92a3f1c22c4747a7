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
          if case .a(let v0) = self {
            return ._$id(for: v0)._$tag(0)
          }
          if case .b(let v0) = self {
            return ._$id(for: v0)._$tag(1)
          }
          if case .meeting = self {
            return ._$volatile._$tag(2)
          }
          if case .labelled(let v0) = self {
            return ._$id(for: v0)._$tag(3)
          }
          if case .none = self {
            return ._$inert._$tag(4)
          }
          return ._$volatile
        }

        public mutating func _$willModify() {
          if case .a(var v0) = self {
            ComposableArchitecture._$willModify(&v0)
            self = .a(v0)
            return
          }
          if case .b(var v0) = self {
            ComposableArchitecture._$willModify(&v0)
            self = .b(v0)
            return
          }
          if case .labelled(var v0) = self {
            ComposableArchitecture._$willModify(&v0)
            self = .labelled(state: v0)
            return
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
          #if DEBUG
          if case .`default`(let v0) = self {
            return ._$id(for: v0)._$tag(0)
          }
          #endif
          if case .old = self {
            return ._$inert._$tag(2)
          }
          return ._$volatile
        }

        @available(*, deprecated)
        mutating func _$willModify() {
          #if DEBUG
          if case .`default`(var v0) = self {
            ComposableArchitecture._$willModify(&v0)
            self = .`default`(v0)
            return
          }
          #endif
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
          if case .on = self {
            return ._$inert._$tag(0)
          }
          if case .off = self {
            return ._$inert._$tag(1)
          }
          return ._$volatile
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
