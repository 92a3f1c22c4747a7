import ConcurrencyExtras
import Dependencies
import DependenciesMacros
import Foundation
import Testing

@DependencyClient
private struct FactClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String
}

@DependencyClient
public struct AudioPlayerClient: Sendable {
  public var play: @Sendable (_ url: String, _ rate: Double) async throws -> Bool
  public var stop: @Sendable () async -> Void
  public var volume: @Sendable () -> Double = { 1 }
  public var currentTime: @Sendable () async -> Double?
  @DependencyEndpoint(method: "seek") public var seekTo: @Sendable (_ to: Double) throws -> Void
}

private struct Failure: Error, Equatable {}

private enum Defaults {
  static func sum(_ numbers: [Int], _ bias: inout Int) throws -> Int { 7 }
}

/// Whatever a closure's type can be made of.
@DependencyClient
private struct OddClient<Element: Sendable> {
  let id: Int
  var isOn = true
  var note: String?
  var element: (_ at: Int) throws -> Element
  var increment: (_ number: inout Int, _ by: Int) throws -> Void
  var log: (_ message: @autoclosure () -> String) -> Void
  var onMain: @MainActor @Sendable (_ value: Int) async -> Void
  var `repeat`: (_ `in`: Int) throws -> Int
  var typed: (_ value: Int) throws(Failure) -> Int = { _ throws(Failure) in throw Failure() }
  var sum: (_ numbers: [Int], _ bias: inout Int) throws -> Int = Defaults.sum
  var variadic: (Int...) throws -> Int
  @DependencyEndpointIgnored var plain: () -> Int = { 5 }
  #if os(Linux)
    var onLinux: @Sendable () throws -> Int
  #endif
}

extension DependencyValues {
  @DependencyEntry fileprivate var factClient: FactClient
}

extension FactClient: TestDependencyKey {
  static let testValue = Self()
}

@Suite struct DependencyClientBehaviorTests {
  @Test("DEP-01 DEP-04 A throwing endpoint reports its name and throws")
  func throwing() async {
    let client = FactClient()
    await withExpectedIssue {
      await #expect(throws: Unimplemented("fetch")) { try await client.fetch(1) }
    }
    let messages = await messages {
      await #expect(throws: Unimplemented("fetch")) { try await client.fetch(1) }
    }
    // An optimized build writes a private type's name with its file's discriminator.
    #expect(messages == ["Unimplemented: '\(FactClient.self).fetch'"])
  }

  @Test("DEP-05 DEP-06 An endpoint that cannot throw reports its name and returns its default")
  func defaults() async {
    let client = AudioPlayerClient()
    let messages = await messages {
      #expect(client.volume() == 1)
      #expect(await client.currentTime() == nil)
      await client.stop()
    }
    #expect(
      messages
        == ["volume", "currentTime", "stop"].map { "Unimplemented: 'AudioPlayerClient.\($0)'" }
    )
  }

  @Test("DEP-03 An overridden endpoint is not reported, and the others are")
  func override() async throws {
    var client = AudioPlayerClient()
    client.volume = { 0.5 }
    #expect(client.volume() == 0.5)
    withExpectedIssue {
      #expect(throws: Unimplemented("seekTo")) { try client.seek(to: 1) }
    }
  }

  @Test("DEP-07 A method has the names of the closure's parameters as its labels")
  func labels() async throws {
    let calls = LockIsolated<[String]>([])
    let client = AudioPlayerClient(
      play: { url, rate in
        calls.withValue { $0.append("play \(url) at \(rate)") }
        return true
      },
      stop: {},
      volume: { 0 },
      currentTime: { 3 },
      seekTo: { time in calls.withValue { $0.append("seek to \(time)") } })
    #expect(try await client.play(url: "a", rate: 2))
    #expect(try await client.play("b", 1))
    try client.seek(to: 5)
    #expect(calls.value == ["play a at 2.0", "play b at 1.0", "seek to 5.0"])
  }

  @MainActor
  @Test("Inout and autoclosure parameters, actors, typed throws and keywords are passed on")
  func oddities() async throws {
    let log = LockIsolated<[String]>([])
    var client = OddClient<String>(
      id: 1,
      element: { "\($0)" },
      increment: { $0 += $1 },
      log: { message in
        let message = message()
        log.withValue { $0.append(message) }
      },
      onMain: { value in
        MainActor.assertIsolated()
        log.withValue { $0.append("main \(value)") }
      },
      repeat: { $0 * 2 },
      typed: { $0 },
      sum: { $0.reduce($1, +) },
      variadic: { $0.count },
      onLinux: { 9 })
    #expect(client.isOn && client.note == nil && client.plain() == 5)
    #expect(try client.element(at: 4) == "4")
    var number = 1
    try client.increment(number: &number, by: 5)
    #expect(number == 6)
    client.log(message: "hello")
    await client.onMain(value: 8)
    #expect(log.value == ["hello", "main 8"])
    #expect(try client.repeat(in: 4) == 8)
    #expect(try client.typed(value: 3) == 3)
    #expect(try client.sum(numbers: [1, 2], bias: &number) == 9)
    #expect(try client.variadic(1, 2, 3) == 3)
    #expect(try client.onLinux() == 9)
    client.typed = { (_: Int) throws(Failure) in throw Failure() }
    #expect(throws: Failure()) { try client.typed(value: 3) }
  }

  @Test("DEP-18 One endpoint is overridden for a scope, the rest stays unimplemented")
  func overrideEndpoint() async throws {
    @Dependency(\.factClient) var factClient
    try await withDependencies {
      $0.factClient.fetch = { "\($0) is a number" }
    } operation: {
      let fact = try await factClient.fetch(3)
      #expect(fact == "3 is a number")
    }
    await withExpectedIssue {
      await #expect(throws: Unimplemented("fetch")) { try await factClient.fetch(3) }
    }
  }

  private func messages(_ operation: () async -> Void) async -> [String] {
    let reporter = Reporter()
    await withIssueReporters([reporter], operation: operation)
    return reporter.messages.value
  }

  private struct Reporter: IssueReporter {
    let messages = LockIsolated<[String]>([])

    func reportIssue(
      _ message: @autoclosure () -> String?, severity: IssueSeverity,
      fileID: StaticString, filePath: StaticString, line: UInt, column: UInt
    ) {
      let message = message() ?? ""
      messages.withValue { $0.append(message) }
    }
  }
}
