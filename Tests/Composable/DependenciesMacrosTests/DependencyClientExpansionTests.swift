import MacroTesting
import Testing

@Suite("Expansions of '@DependencyClient': endpoints")
struct DependencyClientExpansionTests {
  @Test("DEP-01 every closure becomes an endpoint, with two initializers")
  func throwing() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      struct FactClient {
        var fetch: @Sendable (Int) async throws -> String
      }
      """
    } expansion: {
      #"""
      struct FactClient {
        var fetch: @Sendable (Int) async throws -> String {
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

        private var _fetch: @Sendable (Int) async throws -> String = { _ in
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).fetch'")
          throw DependenciesMacros.Unimplemented("fetch")
        }

        init(
          fetch: @escaping @Sendable (Int) async throws -> String
        ) {
          self.fetch = fetch
        }

        init() {
        }
      }
      """#
    }
  }

  @Test("DEP-05 DEP-06 a default value is returned by a reported call")
  func defaults() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      struct Client {
        var currentTime: @Sendable () async -> TimeInterval = { 0 }
        var status: @Sendable (_: Int) -> Status = { number in
          let status = Status(number)
          return status
        }
        var stream: @Sendable () -> AsyncStream<Int> = makeStream
        var count: (inout Int) throws -> Int = unimplemented("count", placeholder: 0)
      }
      """
    } expansion: {
      #"""
      struct Client {
        var currentTime: @Sendable () async -> TimeInterval {
          get {
            _currentTime
          }
          set {
            _currentTime = newValue
          }
        }

        private var _currentTime: @Sendable () async -> TimeInterval = {
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).currentTime'")
          return 0
        }
        var status: @Sendable (_: Int) -> Status {
          get {
            _status
          }
          set {
            _status = newValue
          }
        }

        private var _status: @Sendable (_: Int) -> Status = { number in
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).status'")
          let status = Status(number)
          return status
        }
        var stream: @Sendable () -> AsyncStream<Int> {
          get {
            _stream
          }
          set {
            _stream = newValue
          }
        }

        private var _stream: @Sendable () -> AsyncStream<Int> = {
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).stream'")
          return (makeStream)()
        }
        var count: (inout Int) throws -> Int {
          get {
            _count
          }
          set {
            _count = newValue
          }
        }

        private var _count: (inout Int) throws -> Int = unimplemented("count", placeholder: 0)

        init(
          currentTime: @escaping @Sendable () async -> TimeInterval,
          status: @escaping @Sendable (_: Int) -> Status,
          stream: @escaping @Sendable () -> AsyncStream<Int>,
          count: @escaping (inout Int) throws -> Int
        ) {
          self.currentTime = currentTime
          self.status = status
          self.stream = stream
          self.count = count
        }

        init() {
        }
      }
      """#
    }
  }

  @Test("DEP-07 named parameters become the labels of a method")
  func labels() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      public struct AudioPlayerClient {
        public var play: @MainActor @Sendable (_ url: URL, _ rate: inout Double, Bool) async throws -> Void
      }
      """
    } expansion: {
      #"""
      public struct AudioPlayerClient {
        public var play: @MainActor @Sendable (_ url: URL, _ rate: inout Double, Bool) async throws -> Void {
          @storageRestrictions(initializes: _play)
          init(initialValue) {
            _play = initialValue
          }
          get {
            _play
          }
          set {
            _play = newValue
          }
        }

        @MainActor
        public func play(url p0: URL, rate p1: inout Double, _ p2: Bool) async throws -> Void {
          try await self.play(p0, &p1, p2)
        }

        private var _play: @MainActor @Sendable (_ url: URL, _ rate: inout Double, Bool) async throws -> Void = { _, _, _ in
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).play'")
          throw DependenciesMacros.Unimplemented("play")
        }

        public init(
          play: @escaping @MainActor @Sendable (_ url: URL, _ rate: inout Double, Bool) async throws -> Void
        ) {
          self.play = play
        }

        public init() {
        }
      }
      """#
    }
  }

  @Test("closures that return nothing or an optional need no default")
  func noDefault() {
    assertMacro(dependencyMacros) {
      """
      @DependencyClient
      struct Client {
        var stop: () -> Void
        var pause: () async -> ()
        var time: (Int) -> Double?
        var crash: () -> Never
      }
      """
    } expansion: {
      #"""
      struct Client {
        var stop: () -> Void {
          @storageRestrictions(initializes: _stop)
          init(initialValue) {
            _stop = initialValue
          }
          get {
            _stop
          }
          set {
            _stop = newValue
          }
        }

        private var _stop: () -> Void = {
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).stop'")
        }
        var pause: () async -> () {
          @storageRestrictions(initializes: _pause)
          init(initialValue) {
            _pause = initialValue
          }
          get {
            _pause
          }
          set {
            _pause = newValue
          }
        }

        private var _pause: () async -> () = {
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).pause'")
        }
        var time: (Int) -> Double? {
          @storageRestrictions(initializes: _time)
          init(initialValue) {
            _time = initialValue
          }
          get {
            _time
          }
          set {
            _time = newValue
          }
        }

        private var _time: (Int) -> Double? = { _ in
          IssueReporting.reportIssue("Unimplemented: '\(Self.self).time'")
          return nil
        }
        var crash: () -> Never {
          @storageRestrictions(initializes: _crash)
          init(initialValue) {
            _crash = initialValue
          }
          get {
            _crash
          }
          set {
            _crash = newValue
          }
        }

        private var _crash: () -> Never = {
          fatalError("Unimplemented: '\(Self.self).crash'")
        }

        init(
          stop: @escaping () -> Void,
          pause: @escaping () async -> (),
          time: @escaping (Int) -> Double?,
          crash: @escaping () -> Never
        ) {
          self.stop = stop
          self.pause = pause
          self.time = time
          self.crash = crash
        }

        init() {
        }
      }
      """#
    }
  }
}
