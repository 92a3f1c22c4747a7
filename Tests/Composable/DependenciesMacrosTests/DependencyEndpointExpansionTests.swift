import MacroTesting
import Testing

@Suite("Expansions of '@DependencyEndpoint'")
struct DependencyEndpointExpansionTests {
  @Test("DEP-07 a method can have a different name")
  func method() {
    assertMacro(dependencyMacros) {
      """
      struct Client {
        @DependencyEndpoint(method: "fetch")
        var fetchByID: @Sendable (_ id: Int, _ name: @autoclosure () -> String) throws -> Int
      }
      """
    } expansion: {
      #"""
      struct Client {
        var fetchByID: @Sendable (_ id: Int, _ name: @autoclosure () -> String) throws -> Int {
          @storageRestrictions(initializes: _fetchByID)
          init(initialValue) {
            _fetchByID = initialValue
          }
          get {
            _fetchByID
          }
          set {
            _fetchByID = newValue
          }
        }

        func fetch(id p0: Int, name p1: @autoclosure () -> String) throws -> Int {
          try self.fetchByID(p0, p1())
        }

        private var _fetchByID: @Sendable (_ id: Int, _ name: @autoclosure () -> String) throws -> Int = { _, _ in
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).fetchByID'")
          throw DependenciesMacros.Unimplemented("fetchByID")
        }
      }
      """#
    }
  }

  @Test("a method without labels needs a different name")
  func methodWithoutLabels() {
    assertMacro(dependencyMacros) {
      """
      struct Client {
        @DependencyEndpoint(method: "fetch")
        var fetch: @Sendable (Int) throws -> Int
        @DependencyEndpoint(method: "load")
        var fetchAll: @Sendable () throws -> [Int]
      }
      """
    } expansion: {
      #"""
      struct Client {
        var fetch: @Sendable (Int) throws -> Int {
          @storageRestrictions(initializes: _fetch)
          init(initialValue) {
            _fetch = initialValue
          }
          get {
            _fetch
          }
          set {
            _fetch = newValue
          }
        }

        private var _fetch: @Sendable (Int) throws -> Int = { _ in
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).fetch'")
          throw DependenciesMacros.Unimplemented("fetch")
        }
        var fetchAll: @Sendable () throws -> [Int] {
          @storageRestrictions(initializes: _fetchAll)
          init(initialValue) {
            _fetchAll = initialValue
          }
          get {
            _fetchAll
          }
          set {
            _fetchAll = newValue
          }
        }

        func load() throws -> [Int] {
          try self.fetchAll()
        }

        private var _fetchAll: @Sendable () throws -> [Int] = {
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).fetchAll'")
          throw DependenciesMacros.Unimplemented("fetchAll")
        }
      }
      """#
    }
  }

  @Test("DEP-05 a closure that cannot throw needs a default")
  func missingDefault() {
    assertMacro(dependencyMacros) {
      """
      struct Client {
        @DependencyEndpoint
        var status: @Sendable (Int, Int) async -> Bool
      }
      """
    } diagnostics: {
      """
      struct Client {
        @DependencyEndpoint
        var status: @Sendable (Int, Int) async -> Bool
            ^ error: Default value required for non-throwing closure 'status': the test that calls it without overriding it fails and goes on with this value
              fix-it: Insert '= { _, _ in <#default value#> }'
      }
      """
    } fixes: {
      """
      struct Client {
        @DependencyEndpoint
        var status: @Sendable (Int, Int) async -> Bool = { _, _ in <#default value#> }
      }
      """
    }
  }

  @Test("a closure with a typed throw needs a default")
  func missingTypedDefault() {
    assertMacro(dependencyMacros) {
      """
      struct Client {
        @DependencyEndpoint
        var status: () throws(Failure) -> Bool
      }
      """
    } diagnostics: {
      """
      struct Client {
        @DependencyEndpoint
        var status: () throws(Failure) -> Bool
            ^ error: Default value required for typed-throwing closure 'status': the test that calls it without overriding it fails and goes on with this value
              fix-it: Insert '= { <#default value#> }'
      }
      """
    } fixes: {
      """
      struct Client {
        @DependencyEndpoint
        var status: () throws(Failure) -> Bool = { <#default value#> }
      }
      """
    }
  }

  @Test("a constant is refused")
  func constant() {
    assertMacro(dependencyMacros) {
      """
      struct Client {
        @DependencyEndpoint
        let fetch: () throws -> Int
      }
      """
    } diagnostics: {
      """
      struct Client {
        @DependencyEndpoint
        let fetch: () throws -> Int
        ^ error: An endpoint must be a 'var', so that it can be overridden
          fix-it: Replace 'let' with 'var'
      }
      """
    } fixes: {
      """
      struct Client {
        @DependencyEndpoint
        var fetch: () throws -> Int
      }
      """
    }
  }

  @Test("a computed property is refused")
  func computed() {
    assertMacro(dependencyMacros) {
      """
      struct Client {
        @DependencyEndpoint
        var fetch: () throws -> Int { { 1 } }
      }
      """
    } diagnostics: {
      """
      struct Client {
        @DependencyEndpoint
        ^ error: '@DependencyEndpoint' applies to a stored property of an instance
        var fetch: () throws -> Int { { 1 } }
      }
      """
    }
  }

  @Test("a property with observers is refused")
  func observers() {
    assertMacro(dependencyMacros) {
      """
      struct Client {
        @DependencyEndpoint
        var fetch: () throws -> Int {
          didSet {}
        }
      }
      """
    } diagnostics: {
      """
      struct Client {
        @DependencyEndpoint
        ^ error: '@DependencyEndpoint' cannot be combined with observers
        var fetch: () throws -> Int {
          didSet {}
        }
      }
      """
    }
  }

  @Test("a property that is not a closure is refused")
  func notClosure() {
    assertMacro(dependencyMacros) {
      """
      struct Client {
        @DependencyEndpoint
        var count: Int = 0
      }
      """
    } diagnostics: {
      """
      struct Client {
        @DependencyEndpoint
        var count: Int = 0
            ^ error: '@DependencyEndpoint' applies to a property whose type is written as a closure: '@Sendable () async throws -> Void'
      }
      """
    }
  }

  @Test("a name that no method can have is refused")
  func wrongName() {
    assertMacro(dependencyMacros) {
      """
      struct Client {
        @DependencyEndpoint(method: "~ok~")
        var fetch: (_ id: Int) throws -> Int
      }
      """
    } diagnostics: {
      """
      struct Client {
        @DependencyEndpoint(method: "~ok~")
                                    ^ error: '~ok~' is not a valid name for a method
        var fetch: (_ id: Int) throws -> Int
      }
      """
    }
  }

  @Test("a name that is not a plain string is refused")
  func interpolatedName() {
    assertMacro(dependencyMacros) {
      #"""
      struct Client {
        @DependencyEndpoint(method: "\(name)")
        var fetch: (_ id: Int) throws -> Int
      }
      """#
    } diagnostics: {
      #"""
      struct Client {
        @DependencyEndpoint(method: "\(name)")
                                    ^ error: 'method' must be a plain string literal
        var fetch: (_ id: Int) throws -> Int
      }
      """#
    }
  }

  @Test("a variadic parameter gets no method")
  func variadic() {
    assertMacro(dependencyMacros) {
      """
      struct Client {
        @DependencyEndpoint
        var sum: (_ numbers: Int...) throws -> Int
      }
      """
    } diagnostics: {
      """
      struct Client {
        @DependencyEndpoint
        var sum: (_ numbers: Int...) throws -> Int
                  ^ warning: 'sum' gets no method, because Swift cannot pass a variadic argument on; take an array to have one
      }
      """
    } expansion: {
      #"""
      struct Client {
        var sum: (_ numbers: Int...) throws -> Int {
          @storageRestrictions(initializes: _sum)
          init(initialValue) {
            _sum = initialValue
          }
          get {
            _sum
          }
          set {
            _sum = newValue
          }
        }

        private var _sum: (_ numbers: Int...) throws -> Int = { _ in
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).sum'")
          throw DependenciesMacros.Unimplemented("sum")
        }
      }
      """#
    }
  }

  @Test("an endpoint that nothing can call is refused")
  func uncallable() {
    assertMacro(dependencyMacros) {
      """
      struct Client {
        @DependencyEndpoint
        var fail: (_ error: Never) throws -> Int
      }
      """
    } diagnostics: {
      """
      struct Client {
        @DependencyEndpoint
        var fail: (_ error: Never) throws -> Int
                  ^ error: '@DependencyEndpoint' cannot report a call of 'fail': it takes a 'Never', so that nothing can call it. Leave it out, or give it a value and '@DependencyEndpointIgnored'
      }
      """
    }
  }
}
