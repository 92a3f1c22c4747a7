import MacroTesting
import Testing

import struct SwiftSyntaxMacroExpansion.MacroSpec

@testable import ComposableMacros

@Suite("@CasePathable")
struct CasePathableMacroTests {
  @Test("CAS-02 each case becomes a case path, with its documentation, labels and access level")
  func basics() {
    assertMacro(macros) {
      """
      @CasePathable
      public enum Action {
        /// It went wrong.
        case failed(String)
        case tapped, moved(x: Int, Int)
      }
      """
    } expansion: {
      #"""
      public enum Action {
        /// It went wrong.
        case failed(String)
        case tapped, moved(x: Int, Int)

        public struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          /// It went wrong.
          public var failed: CasePaths.AnyCasePath<Action, String> {
            CasePaths.AnyCasePath(
              _embed: Action.failed,
              _extract: {
                guard case .failed(let v0) = $0 else {
                  return nil
                }
                return v0
              }
            )
          }
          public var tapped: CasePaths.AnyCasePath<Action, Swift.Void> {
            CasePaths.AnyCasePath(
              _embed: {
                .tapped
              },
              _extract: {
                guard case .tapped = $0 else {
                  return nil
                }
                return ()
              }
            )
          }
          public var moved: CasePaths.AnyCasePath<Action, (x: Int, Int)> {
            CasePaths.AnyCasePath(
              _embed: Action.moved,
              _extract: {
                guard case .moved(let v0, let v1) = $0 else {
                  return nil
                }
                return (v0, v1)
              }
            )
          }
          public subscript(root: Action) -> CasePaths.PartialCaseKeyPath<Action> {
            if case .failed = root {
              return \.failed
            }
            if case .tapped = root {
              return \.tapped
            }
            if case .moved = root {
              return \.moved
            }
            return \.never
          }
          public func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<Action>]> {
            var paths: [CasePaths.PartialCaseKeyPath<Action>] = []
            paths.append(\.failed)
            paths.append(\.tapped)
            paths.append(\.moved)
            return paths.makeIterator()
          }
        }

        public static var allCasePaths: AllCasePaths {
          AllCasePaths()
        }
      }

      extension Action: CasePaths.CasePathable, CasePaths.CasePathIterable {
      }
      """#
    }
  }

  @Test("CAS-02 conditions, availability, backticks and shadowed names")
  func special() {
    assertMacro(macros) {
      """
      @CasePathable
      package enum Action<Element> {
        #if DEBUG
          case debug(Element)
        #else
          case release(Self)
        #endif
        @available(*, deprecated) case old
        @available(*, unavailable) case gone
        case `default`
      }
      """
    } expansion: {
      #"""
      package enum Action<Element> {
        #if DEBUG
          case debug(Element)
        #else
          case release(Self)
        #endif
        @available(*, deprecated) case old
        @available(*, unavailable) case gone
        case `default`

        package typealias _$Element = Element

        package struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {
          #if DEBUG
          package var debug: CasePaths.AnyCasePath<Action, _$Element> {
            CasePaths.AnyCasePath(
              _embed: Action.debug,
              _extract: {
                guard case .debug(let v0) = $0 else {
                  return nil
                }
                return v0
              }
            )
          }
          #else
          package var release: CasePaths.AnyCasePath<Action, Action> {
            CasePaths.AnyCasePath(
              _embed: Action.release,
              _extract: {
                guard case .release(let v0) = $0 else {
                  return nil
                }
                return v0
              }
            )
          }
          #endif
          @available(*, deprecated)
          package var old: CasePaths.AnyCasePath<Action, Swift.Void> {
            CasePaths.AnyCasePath(
              _embed: {
                .old
              },
              _extract: {
                guard case .old = $0 else {
                  return nil
                }
                return ()
              }
            )
          }
          package var `default`: CasePaths.AnyCasePath<Action, Swift.Void> {
            CasePaths.AnyCasePath(
              _embed: {
                .`default`
              },
              _extract: {
                guard case .`default` = $0 else {
                  return nil
                }
                return ()
              }
            )
          }
          @available(*, deprecated)
          package subscript(root: Action) -> CasePaths.PartialCaseKeyPath<Action> {
            #if DEBUG
            if case .debug = root {
              return \.debug
            }
            #else
            if case .release = root {
              return \.release
            }
            #endif
            if case .old = root {
              return \.old
            }
            if case .`default` = root {
              return \.`default`
            }
            return \.never
          }
          @available(*, deprecated)
          package func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<Action>]> {
            var paths: [CasePaths.PartialCaseKeyPath<Action>] = []
            #if DEBUG
            paths.append(\.debug)
            #else
            paths.append(\.release)
            #endif
            paths.append(\.old)
            paths.append(\.`default`)
            return paths.makeIterator()
          }
        }

        package static var allCasePaths: AllCasePaths {
          AllCasePaths()
        }
      }

      extension Action: CasePaths.CasePathable, CasePaths.CasePathIterable {
      }
      """#
    }
  }

  @Test("CAS-02 RED-30 a struct is not an enum: the attribute must be removed")
  func notAnEnum() {
    assertMacro(macros) {
      """
      @CasePathable struct State {
      }
      """
    } diagnostics: {
      """
      @CasePathable struct State {
                    ^ error: '@CasePathable' applies to an enum only, not to a struct
                      fix-it: Remove '@CasePathable'
      }
      """
    } fixes: {
      """
      struct State {
      }
      """
    }
  }

  @Test("CAS-02 duplicate case names are reported at the second one")
  func overload() {
    assertMacro(macros) {
      """
      @CasePathable enum Action {
        case moved(x: Int)
        case moved(y: Int)
      }
      """
    } diagnostics: {
      """
      @CasePathable enum Action {
        case moved(x: Int)
        case moved(y: Int)
             ^ error: '@CasePathable' can't be applied to an enum with two cases named 'moved': rename one of them
               note: The first case named 'moved' (line 2)
      }
      """
    }
  }

  @Test("CAS-02 the clauses of one #if may share a name")
  func sharedAcrossClauses() {
    assertMacro(macros) {
      """
      @CasePathable enum Action {
        #if DEBUG
          case log(String)
        #else
          case log
        #endif
      }
      """
    } expansion: {
      #"""
      enum Action {
        #if DEBUG
          case log(String)
        #else
          case log
        #endif

        struct AllCasePaths: CasePaths._ConditionalCasePaths, Swift.Sendable, Swift.Sequence {
          #if DEBUG
          var log: CasePaths.AnyCasePath<Action, String> {
            CasePaths.AnyCasePath(
              _embed: Action.log,
              _extract: {
                guard case .log(let v0) = $0 else {
                  return nil
                }
                return v0
              }
            )
          }
          #else
          var log: CasePaths.AnyCasePath<Action, Swift.Void> {
            CasePaths.AnyCasePath(
              _embed: {
                .log
              },
              _extract: {
                guard case .log = $0 else {
                  return nil
                }
                return ()
              }
            )
          }
          #endif
          typealias Root = Action
          func _$path(of root: Action?) -> CasePaths.PartialCaseKeyPath<Action> {
            #if DEBUG
            if case .log? = root {
              return \.log
            }
            #else
            if case .log? = root {
              return \.log
            }
            #endif
            return \.never
          }
          func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<Action>]> {
            var paths: [CasePaths.PartialCaseKeyPath<Action>] = []
            paths.reserveCapacity(2)
            #if DEBUG
            paths.append(\.log)
            #else
            paths.append(\.log)
            #endif
            return paths.makeIterator()
          }
        }

        static var allCasePaths: AllCasePaths {
          AllCasePaths()
        }
      }

      extension Action: CasePaths.CasePathable, CasePaths.CasePathIterable {
      }
      """#
    }
  }

  @Test("CAS-02 an existing conformance is not written again")
  func conforms() {
    assertMacro(["CasePathable": MacroSpec(type: CasePathableMacro.self)]) {
      """
      @CasePathable enum Action: CasePathable, CasePathIterable {
      }
      """
    } expansion: {
      #"""
      enum Action: CasePathable, CasePathIterable {

        struct AllCasePaths: CasePaths.CasePathReflectable, Swift.Sendable, Swift.Sequence {

          subscript(root: Action) -> CasePaths.PartialCaseKeyPath<Action> {
            \.never
          }
          func makeIterator() -> Swift.IndexingIterator<[CasePaths.PartialCaseKeyPath<Action>]> {
            let paths: [CasePaths.PartialCaseKeyPath<Action>] = []

            return paths.makeIterator()
          }
        }

        static var allCasePaths: AllCasePaths {
          AllCasePaths()
        }
      }
      """#
    }
  }
}

private let macros = [
  "CasePathable": MacroSpec(
    type: CasePathableMacro.self, conformances: ["CasePathable", "CasePathIterable"])
]
