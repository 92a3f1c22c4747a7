import MacroTesting
import Testing

@Suite("Endpoints whose default value is 'fatalError'")
struct DependencyEndpointFatalErrorTests {
  @Test("DEP-06 such a default is warned of, and reports before it crashes")
  func fatalErrors() {
    assertMacro(dependencyMacros) {
      """
      struct Client {
        @DependencyEndpoint
        var count: @Sendable () -> Int = { fatalError() }
        @DependencyEndpoint
        var name: (_ id: Int) -> String = { _ in fatalError("No name") }
        @DependencyEndpoint
        var exit: () -> Never = { fatalError() }
      }
      """
    } diagnostics: {
      """
      struct Client {
        @DependencyEndpoint
        var count: @Sendable () -> Int = { fatalError() }
                                           ^ warning: Previews and tests that call 'count' without overriding it crash: return any value instead of calling 'fatalError', such as 'false' or '[]'
                                             fix-it: Call it in a closure to silence this warning
        @DependencyEndpoint
        var name: (_ id: Int) -> String = { _ in fatalError("No name") }
                                                 ^ warning: Previews and tests that call 'name' without overriding it crash: return any value instead of calling 'fatalError', such as 'false' or '[]'
                                                   fix-it: Call it in a closure to silence this warning
        @DependencyEndpoint
        var exit: () -> Never = { fatalError() }
      }
      """
    } fixes: {
      """
      struct Client {
        @DependencyEndpoint
        var count: @Sendable () -> Int = { { fatalError() }() }
        @DependencyEndpoint
        var name: (_ id: Int) -> String = { _ in { fatalError("No name") }() }
        @DependencyEndpoint
        var exit: () -> Never = { fatalError() }
      }
      """
    } expansion: {
      #"""
      struct Client {
        var count: @Sendable () -> Int {
          get {
            _count
          }
          set {
            _count = newValue
          }
        }

        private var _count: @Sendable () -> Int = {
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).count'")
          fatalError()
        }
        var name: (_ id: Int) -> String {
          get {
            _name
          }
          set {
            _name = newValue
          }
        }

        func name(id p0: Int) -> String {
          self.name(p0)
        }

        private var _name: (_ id: Int) -> String = { _ in
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).name'")
          fatalError("No name")
        }
        var exit: () -> Never {
          get {
            _exit
          }
          set {
            _exit = newValue
          }
        }

        private var _exit: () -> Never = {
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).exit'")
          fatalError()
        }
      }
      """#
    }
  }

  @Test("DEP-06 a closure that is called is not taken for an argument of the report")
  func calledClosure() {
    assertMacro(dependencyMacros) {
      """
      struct Client {
        @DependencyEndpoint
        var count: () -> Int = { { fatalError() }() }
        @DependencyEndpoint
        var stop: () -> Void = { { fatalError() }() }
      }
      """
    } expansion: {
      #"""
      struct Client {
        var count: () -> Int {
          get {
            _count
          }
          set {
            _count = newValue
          }
        }

        private var _count: () -> Int = {
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).count'")
          return {
            fatalError()
          }()
        }
        var stop: () -> Void {
          get {
            _stop
          }
          set {
            _stop = newValue
          }
        }

        private var _stop: () -> Void = {
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).stop'")
          return {
            fatalError()
          }()
        }
      }
      """#
    }
  }
}
