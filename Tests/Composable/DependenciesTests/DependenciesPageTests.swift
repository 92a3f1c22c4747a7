import Dependencies
import Foundation
import Testing

/// The example of the module's page.
private struct Greeter: Sendable {
  var greeting: @Sendable (_ name: String) async -> String
}

extension Greeter: DependencyKey {
  static let liveValue = Greeter { name in "Hello, \(name)!" }
}

extension DependencyValues {
  fileprivate var greeter: Greeter {
    get { self[Greeter.self] }
    set { self[Greeter.self] = newValue }
  }
}

private struct Welcome {
  @Dependency(\.greeter) var greeter
  @Dependency(\.date.now) var now

  func text() async -> String {
    "\(await greeter.greeting("Blob")) It is \(Int(now.timeIntervalSince1970))."
  }
}

@Suite("The page of Dependencies")
struct DependenciesPageTests {
  @Test func welcome() async {
    let welcome = withDependencies {
      $0.date.now = Date(timeIntervalSince1970: 5)
      $0.greeter.greeting = { "Hi, \($0)!" }
    } operation: {
      Welcome()
    }
    #expect(await welcome.text() == "Hi, Blob! It is 5.")
  }
}
