import Dependencies
import Foundation
import Testing

/// A client with endpoints inside endpoints.
struct ServerConfigClient: DependencyKey {
  struct Config: Equatable, Sendable {
    var version: Int
  }

  var config: @Sendable () -> Config
  var build = Config(version: 7)

  static let liveValue = Self { Config(version: 1) }
  static let testValue = Self { Config(version: 0) }
}

extension DependencyValues {
  fileprivate var serverConfig: ServerConfigClient {
    get { self[ServerConfigClient.self] }
    set { self[ServerConfigClient.self] = newValue }
  }

  /// Reads another dependency on the way.
  fileprivate var shout: String {
    @Dependency(\.greeting) var greeting
    return greeting.text.uppercased()
  }
}

@Suite struct DependencyTests {
  @Test("A dependency is read as a value of the type that it is known to have")
  func cast() async {
    let testClock = TestClock()
    await withDependencies {
      $0.continuousClock = testClock
      $0[Greeting.self].text = "cast"
    } operation: {
      @Dependency(\.continuousClock, as: TestClock<Duration>.self) var clock
      @Dependency(Greeting.self, as: (any Sendable).self) var anything
      await clock.advance(by: .seconds(1))
      #expect(testClock.now == clock.now)
      #expect((anything as? Greeting)?.text == "cast")
    }
  }

  @Test("A dependency of another type than it is read as stops the program")
  func wrongCast() async {
    await #expect(processExitsWith: .failure) {
      withDependencies {
        $0.continuousClock = ImmediateClock()
      } operation: {
        @Dependency(\.continuousClock, as: TestClock<Duration>.self) var clock
        _ = clock.now
      }
    }
  }

  struct Feature {
    @Dependency(\.greeting) var greeting
    @Dependency(\.session) var session
    @Dependency(\.shout) var shout
  }

  @Test("DEP-13 A property is read by key path")
  func keyPath() {
    @Dependency(\.greeting) var greeting
    #expect(greeting.text == "test")
  }

  @Test("DEP-14 A key path may lead on, to an endpoint or a part of a value")
  func deepKeyPath() {
    @Dependency(\.serverConfig.config) var config
    @Dependency(\.serverConfig.build.version) var version
    withDependencies {
      $0.serverConfig.config = { ServerConfigClient.Config(version: 3) }
      $0.serverConfig.build.version = 9
    } operation: {
      #expect(config() == ServerConfigClient.Config(version: 3))
      #expect(version == 9)
    }
    #expect(config() == ServerConfigClient.Config(version: 0))
    #expect(version == 7)
  }

  @Test("A dependency is read by the type of its key")
  func byType() {
    @Dependency(Greeting.self) var greeting
    #expect(greeting.text == "test")
    withDependencies {
      $0[Greeting.self].text = "hi"
    } operation: {
      #expect(greeting.text == "hi")
    }
  }

  @Test("All values together are read by the identity key path")
  func allValues() {
    @Dependency(\.self) var dependencies
    withDependencies {
      $0.greeting.text = "all"
    } operation: {
      #expect(dependencies.greeting.text == "all")
    }
  }

  @Test("DEP-16 A dependency is read in an initializer, a function and a static function")
  func inFunctions() {
    struct State {
      var text: String
      init() {
        @Dependency(\.greeting) var greeting
        text = greeting.text
      }
      static func text() -> String {
        @Dependency(\.greeting) var greeting
        return greeting.text
      }
    }
    withDependencies {
      $0.greeting.text = "here"
    } operation: {
      #expect(State().text == "here")
      #expect(State.text() == "here")
    }
  }

  @Test("DEP-17 An object created in an override keeps it, and an override at the read wins")
  func initialValues() {
    let feature = withDependencies {
      $0.greeting.text = "made"
    } operation: {
      Feature()
    }
    #expect(feature.greeting.text == "made")
    withDependencies {
      $0.liveOnly = 1
    } operation: {
      #expect(feature.greeting.text == "made")
    }
    withDependencies {
      $0.greeting.text = "read"
    } operation: {
      #expect(feature.greeting.text == "read")
    }
  }

  @Test("A property that reads another dependency uses the reader's")
  func nestedAccess() {
    let feature = withDependencies {
      $0.greeting.text = "made"
    } operation: {
      Feature()
    }
    #expect(feature.shout == "MADE")
    #expect(Feature().shout == "TEST")
  }

  @Test("A context is kept by objects created in it")
  func initialContext() {
    let feature = withDependencies {
      $0.context = .live
    } operation: {
      Feature()
    }
    #expect(feature.greeting.text == "live")
  }

  @Test("A default value is created once per test")
  func defaultIsCached() {
    #expect(Feature().session === Feature().session)
  }

  @Test("A default value ignores the overrides of its first reader")
  func defaultIsIndependentOfOverrides() {
    struct Derived: DependencyKey {
      var text: String
      static var liveValue: Self { testValue }
      static var testValue: Self {
        @Dependency(\.greeting) var greeting
        return Self(text: greeting.text)
      }
    }
    @Dependency(Derived.self) var derived
    withDependencies {
      $0.greeting.text = "mine"
    } operation: {
      #expect(derived.text == "test")
    }
    #expect(derived.text == "test")
  }
}
