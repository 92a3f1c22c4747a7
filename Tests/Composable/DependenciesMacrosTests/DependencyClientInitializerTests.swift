import MacroTesting
import Testing

@Suite("Expansions of '@DependencyClient': initializers")
struct DependencyClientInitializerTests {
  @Test("each initializer is as visible as its parameters")
  func access() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      public struct Client {
        public var a: @Sendable () throws -> Int
        var b: @Sendable () throws -> Int
        private var cache: [Int] = []
      }
      """
    } expansion: {
      #"""
      public struct Client {
        public var a: @Sendable () throws -> Int {
          @storageRestrictions(initializes: _a)
          init(initialValue) {
            _a = initialValue
          }
          get {
            _a
          }
          set {
            _a = newValue
          }
        }

        private var _a: @Sendable () throws -> Int = {
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).a'")
          throw DependenciesMacros.Unimplemented("a")
        }
        var b: @Sendable () throws -> Int {
          @storageRestrictions(initializes: _b)
          init(initialValue) {
            _b = initialValue
          }
          get {
            _b
          }
          set {
            _b = newValue
          }
        }

        private var _b: @Sendable () throws -> Int = {
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).b'")
          throw DependenciesMacros.Unimplemented("b")
        }
        private var cache: [Int] = []

        init(
          a: @escaping @Sendable () throws -> Int,
          b: @escaping @Sendable () throws -> Int
        ) {
          self.a = a
          self.b = b
        }

        public init() {
        }
      }
      """#
    }
  }

  @Test("package access is kept")
  func packageAccess() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      package struct Client {
        package var a: @Sendable () throws -> Int
      }
      """
    } expansion: {
      #"""
      package struct Client {
        package var a: @Sendable () throws -> Int {
          @storageRestrictions(initializes: _a)
          init(initialValue) {
            _a = initialValue
          }
          get {
            _a
          }
          set {
            _a = newValue
          }
        }

        private var _a: @Sendable () throws -> Int = {
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).a'")
          throw DependenciesMacros.Unimplemented("a")
        }

        package init(
          a: @escaping @Sendable () throws -> Int
        ) {
          self.a = a
        }

        package init() {
        }
      }
      """#
    }
  }

  @Test("other properties are parameters, and one without a value leaves no empty initializer")
  func otherProperties() {
    assertMacro(dependencyMacros) {
      #"""
      @DependencyClient
      struct Client {
        let id: Int
        let version = 1
        var isOn = true
        var name: String?
        static var shared: () -> Int = { 1 }
        var computed: () -> Int { { 1 } }
        @DependencyEndpointIgnored
        var ignored: @Sendable () -> Int = { 1 }
        @Dependency(\.date) var date
        var fetch: @Sendable () throws -> Int
      }
      """#
    } expansion: {
      #"""
      struct Client {
        let id: Int
        let version = 1
        var isOn = true
        var name: String?
        static var shared: () -> Int = { 1 }
        var computed: () -> Int { { 1 } }
        var ignored: @Sendable () -> Int = { 1 }
        @Dependency(\.date) var date
        var fetch: @Sendable () throws -> Int {
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

        private var _fetch: @Sendable () throws -> Int = {
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).fetch'")
          throw DependenciesMacros.Unimplemented("fetch")
        }

        init(
          id: Int,
          isOn: Bool = true,
          name: String? = nil,
          ignored: @escaping @Sendable () -> Int = {
            1
          },
          fetch: @escaping @Sendable () throws -> Int
        ) {
          self.id = id
          self.isOn = isOn
          self.name = name
          self.ignored = ignored
          self.fetch = fetch
        }
      }
      """#
    }
  }

  @Test("a closure in parentheses is one, an optional closure is not")
  func parentheses() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      struct Client {
        var a: (@Sendable () throws -> Int)
        var b: (@Sendable () throws -> Int)?
      }
      """
    } expansion: {
      #"""
      struct Client {
        var a: (@Sendable () throws -> Int) {
          @storageRestrictions(initializes: _a)
          init(initialValue) {
            _a = initialValue
          }
          get {
            _a
          }
          set {
            _a = newValue
          }
        }

        private var _a: (@Sendable () throws -> Int) = {
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).a'")
          throw DependenciesMacros.Unimplemented("a")
        }
        var b: (@Sendable () throws -> Int)?

        init(
          a: @escaping (@Sendable () throws -> Int),
          b: (@Sendable () throws -> Int)? = nil
        ) {
          self.b = b
          self.a = a
        }

        init() {
        }
      }
      """#
    }
  }

  @Test("a struct with an initializer of the same labels keeps it")
  func existingInitializer() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      struct Client {
        var a: () throws -> Int
        init() {
          a = { 1 }
        }
      }
      """
    } expansion: {
      #"""
      struct Client {
        var a: () throws -> Int {
          @storageRestrictions(initializes: _a)
          init(initialValue) {
            _a = initialValue
          }
          get {
            _a
          }
          set {
            _a = newValue
          }
        }

        private var _a: () throws -> Int = {
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).a'")
          throw DependenciesMacros.Unimplemented("a")
        }
        init() {
          a = { 1 }
        }

        init(
          a: @escaping () throws -> Int
        ) {
          self.a = a
        }
      }
      """#
    }
  }

  @Test("a client without properties")
  func empty() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      struct Client {
      }
      """
    } expansion: {
      """
      struct Client {

        init() {
        }
      }
      """
    }
  }

  @Test("a class is refused")
  func classType() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      final class Client {
        var fetch: () throws -> Int
      }
      """
    } diagnostics: {
      """
      @DependencyClient
      final class Client {
            ^ error: '@DependencyClient' applies to a struct only
        var fetch: () throws -> Int
      }
      """
    }
  }

  @Test("several properties in one declaration are refused")
  func severalBindings() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      struct Client {
        var a, b: () throws -> Int
      }
      """
    } diagnostics: {
      """
      @DependencyClient
      struct Client {
        var a, b: () throws -> Int
        ^ error: '@DependencyClient' needs a declaration of its own for each property
      }
      """
    }
  }

  @Test("a property without a type is refused")
  func missingType() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      struct Client {
        var date = Date()
      }
      """
    } diagnostics: {
      """
      @DependencyClient
      struct Client {
        var date = Date()
            ^ error: '@DependencyClient' needs the type of 'date' to be written, to put it in the initializer
              fix-it: Insert ': <#Type#>'
      }
      """
    } fixes: {
      """
      @DependencyClient
      struct Client {
        var date: <#Type#> = Date()
      }
      """
    }
  }

  @Test("a property in an undecidable '#if' needs a default value")
  func undecided() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      struct Client {
        #if canImport(Foundation)
          let name: String
          var nickname: String?
          var note = ""
          #if DEBUG
            let count: Int
          #endif
          var fetch: @Sendable () throws -> Int
        #endif
      }
      """
    } diagnostics: {
      """
      @DependencyClient
      struct Client {
        #if canImport(Foundation)
          let name: String
              ^ error: '@DependencyClient' cannot tell whether 'name' is part of the build, and so cannot put it in the initializer: give it a value, or declare it outside of the '#if'
          var nickname: String?
          var note = ""
          #if DEBUG
            let count: Int
                ^ error: '@DependencyClient' cannot tell whether 'count' is part of the build, and so cannot put it in the initializer: give it a value, or declare it outside of the '#if'
          #endif
          var fetch: @Sendable () throws -> Int
        #endif
      }
      """
    }
  }
}
