import Dependencies
import DependenciesTestSupport
import Foundation
import Testing

private struct Client: TestDependencyKey {
  var name: String
  var parts: [String] = []

  static let testValue = Self(name: "test")

  static var now: Date {
    @Dependency(\.date.now) var now
    return now
  }
}

extension DependencyValues {
  fileprivate var client: Client {
    get { self[Client.self] }
    set { self[Client.self] = newValue }
  }
}

/// A dependency that reports its use in a test itself.
private enum ReportingKey: TestDependencyKey {
  static var testValue: String {
    reportIssue("Unimplemented: name")
    return "test"
  }
}

extension DependencyValues {
  fileprivate var name: String {
    get { self[ReportingKey.self] }
    set { self[ReportingKey.self] = newValue }
  }
}

private final class Storage: TestDependencyKey, @unchecked Sendable {
  var count = 0

  static var testValue: Storage { Storage() }
}

@Suite(
  .dependency(\.date.now, Date(timeIntervalSince1970: 1)),
  .dependencies {
    $0.client.parts.append("suite")
    $0.uuid = .incrementing
  }
)
struct DependenciesTraitTests {
  @Dependency(\.client) private var client
  @Dependency(\.date.now) private var now
  @Dependency(Storage.self) private var storage
  @Dependency(\.uuid) private var uuid

  @Test("DEP-21 A suite's overrides apply to its tests")
  func suite() {
    #expect(client.name == "test")
    #expect(client.parts == ["suite"])
    #expect(now == Date(timeIntervalSince1970: 1))
  }

  @Test(
    "DEP-21 A test's overrides add to its suite's",
    .dependencies { $0.client.parts.append("test") },
    .dependency(\.client.name, "changed"))
  func suiteAndTest() {
    #expect(client.name == "changed")
    #expect(client.parts == ["suite", "test"])
    #expect(now == Date(timeIntervalSince1970: 1))
  }

  @Test(
    "DEP-21 The closure of a trait may be asynchronous, and reads earlier overrides",
    .dependencies {
      let parts = $0.client.parts
      $0.client.parts = await Task { parts + ["\(Int(Client.now.timeIntervalSince1970))"] }.value
    })
  func asynchronous() {
    #expect(client.parts == ["suite", "1"])
  }

  @Test("DEP-21 A value whose type is its key is enough", .dependency(Client(name: "value")))
  func byType() {
    #expect(client.name == "value")
    #expect(client.parts == [])
  }

  @Test(
    "DEP-21 A test value that reports its use is silent if the trait replaces it",
    .dependency(\.name, "trait"))
  func reporting() {
    @Dependency(\.name) var name
    #expect(name == "trait")
    withKnownIssue {
      withDependencies {
        $0 = DependencyValues()
      } operation: {
        @Dependency(\.name) var name
        #expect(name == "test")
      }
    } matching: { issue in
      issue.comments.contains { $0.rawValue == "Unimplemented: name" }
    }
  }

  @Test("DEP-21 Each run of a parameterised test starts afresh", arguments: 1...4)
  func afresh(_: Int) {
    storage.count += 1
    #expect(storage.count == 1)
    #expect(uuid() == UUID(0))
  }

  @Test("A default value sees the overrides of the test's traits")
  func defaultValue() {
    struct Derived: TestDependencyKey {
      var date: Date
      static var testValue: Self {
        @Dependency(\.date.now) var now
        return Self(date: now)
      }
    }
    @Dependency(Derived.self) var derived
    #expect(derived.date == Date(timeIntervalSince1970: 1))
  }

  @Test("An override inside the test wins over the traits")
  func override() {
    withDependencies {
      $0.client.parts = []
    } operation: {
      #expect(client.parts == [])
    }
    #expect(client.parts == ["suite"])
  }

  @Suite struct Nested {
    @Dependency(\.client) private var client

    @Test("A suite's overrides apply to nested suites")
    func nested() {
      #expect(client.parts == ["suite"])
    }
  }
}
