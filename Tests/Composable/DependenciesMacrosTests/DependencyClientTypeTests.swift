import MacroTesting
import Testing

@Suite("Expansions of '@DependencyClient': types and names")
struct DependencyClientTypeTests {
  @Test("a typed throw is kept, and its default reports")
  func typedThrow() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      struct Client {
        var fetch: @Sendable (_ id: Int) async throws(Failure) -> Int = { _ throws(Failure) in throw Failure() }
      }
      """
    } expansion: {
      #"""
      struct Client {
        var fetch: @Sendable (_ id: Int) async throws(Failure) -> Int {
          get {
            _fetch
          }
          set {
            _fetch = newValue
          }
        }

        func fetch(id p0: Int) async throws(Failure) -> Int {
          try await self.fetch(p0)
        }

        private var _fetch: @Sendable (_ id: Int) async throws(Failure) -> Int = { _ throws(Failure) in
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).fetch'")
          throw Failure()
        }

        init(
          fetch: @escaping @Sendable (_ id: Int) async throws(Failure) -> Int
        ) {
          self.fetch = fetch
        }

        init() {
        }
      }
      """#
    }
  }

  @Test("a generic client")
  func generic() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      struct Client<Element> {
        var fetch: (_ id: Int) throws -> Element
      }
      """
    } expansion: {
      #"""
      struct Client<Element> {
        var fetch: (_ id: Int) throws -> Element {
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

        func fetch(id p0: Int) throws -> Element {
          try self.fetch(p0)
        }

        private var _fetch: (_ id: Int) throws -> Element = { _ in
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).fetch'")
          throw DependenciesMacros.Unimplemented("fetch")
        }

        init(
          fetch: @escaping (_ id: Int) throws -> Element
        ) {
          self.fetch = fetch
        }

        init() {
        }
      }
      """#
    }
  }

  @Test("a name that is a keyword")
  func keyword() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      struct Client {
        var `repeat`: (_ `in`: Int) throws -> Int
      }
      """
    } expansion: {
      #"""
      struct Client {
        var `repeat`: (_ `in`: Int) throws -> Int {
          @storageRestrictions(initializes: _repeat)
          init(initialValue) {
            _repeat = initialValue
          }
          get {
            _repeat
          }
          set {
            _repeat = newValue
          }
        }

        func `repeat`(`in` p0: Int) throws -> Int {
          try self.`repeat`(p0)
        }

        private var _repeat: (_ `in`: Int) throws -> Int = { _ in
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).repeat'")
          throw DependenciesMacros.Unimplemented("repeat")
        }

        init(
          `repeat`: @escaping (_ `in`: Int) throws -> Int
        ) {
          self.`repeat` = `repeat`
        }

        init() {
        }
      }
      """#
    }
  }
}
