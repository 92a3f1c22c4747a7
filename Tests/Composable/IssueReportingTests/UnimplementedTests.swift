import IssueReporting
import Testing

@Suite("unimplemented")
struct UnimplementedTests {
  let reporter = RecordingReporter()

  struct Client: Sendable {
    var line: UInt = #line + 1
    var delete: @Sendable (Int, String) async throws -> Int = unimplemented("Client.delete")
    var load: @Sendable () throws -> Int = unimplemented("Client.load")
    var name: @Sendable () async -> String = unimplemented("Client.name", placeholder: "Blob")
    var onTap: @MainActor () -> Void = unimplemented("Client.onTap")
    var save: @Sendable (Int) async throws -> Void = unimplemented("Client.save")
    var stop: @Sendable () -> Void = unimplemented("Client.stop")
    var sum: @Sendable (Int, Int, Double) -> Double = unimplemented("Client.sum", placeholder: 1.5)
    var touch: @Sendable () throws -> Void = unimplemented("Client.touch")
    var wait: @Sendable () async -> Void = unimplemented("Client.wait")
    var width: @Sendable () throws -> Int = unimplemented("Client.width", placeholder: 7)
    var height: @Sendable () async throws -> Int = unimplemented("Client.height", placeholder: 8)
  }

  @Test("A call is reported with the endpoint, its arguments and its declaration")
  func message() {
    let client = Client()
    let sum = withIssueReporters([reporter]) { client.sum(1, 2, 3) }
    #expect(sum == 1.5)
    let message = (reporter.messages.first ?? nil) ?? ""
    #expect(message.hasPrefix("Unimplemented: 'Client.sum' was called with (1, 2, 3.0)"))
    #expect(message.contains("IssueReportingTests/UnimplementedTests.swift:\(client.line + 6)"))
    #expect(reporter.entries.map(\.line) == [client.line + 6])
  }

  @available(*, deprecated)
  @Test("A closure without a placeholder is reported, and then stops the program")
  func noPlaceholder() async {
    await #expect(processExitsWith: .failure) {
      let width: @Sendable (Int) -> Int = unimplemented("Client.width")
      withIssueReporters([]) { _ = width(1) }
    }
    await #expect(processExitsWith: .failure) {
      let width: @Sendable () async -> Int = unimplemented("Client.width")
      await withIssueReporters([]) { _ = await width() }
    }
  }

  @Test("A throwing closure throws the failure of its name")
  func throwing() async {
    let client = Client()
    await withIssueReporters([reporter]) {
      let expected = { UnimplementedFailure(description: $0) }
      #expect(throws: expected("Client.load")) { try client.load() }
      #expect(throws: expected("Client.touch")) { try client.touch() }
      await #expect(throws: expected("Client.delete")) { try await client.delete(1, "a") }
      await #expect(throws: expected("Client.save")) { try await client.save(1) }
    }
    #expect(reporter.entries.count == 4)
  }

  @Test("A throwing closure throws the failure that it was given")
  func throwingFailure() async {
    let load: @Sendable (Int) throws(Full) -> String =
      unimplemented("Client.load", throwing: Full())
    let save: @Sendable (Int) async throws -> Void =
      unimplemented("Client.save", throwing: Full())
    await expectReportsIssue {
      #expect(throws: Full.self) { try load(1) }
      await #expect(throws: Full.self) { try await save(2) }
    } matching: {
      $0.description.contains("Unimplemented: 'Client.load' was called with (1)")
        || $0.description.contains("Unimplemented: 'Client.save' was called with (2)")
    }
  }

  @Test("A closure with a placeholder returns it, be it throwing or not")
  func placeholders() async throws {
    let client = Client()
    let (name, size) = try await withIssueReporters([reporter]) {
      try await (client.name(), [client.width(), client.height()])
    }
    #expect(name == "Blob")
    #expect(size == [7, 8])
    #expect(reporter.entries.count == 3)
  }

  @Test("A closure that returns nothing needs no placeholder")
  @MainActor
  func void() async {
    let client = Client()
    await withIssueReporters([reporter]) {
      client.stop()
      client.onTap()
      await client.wait()
    }
    #expect(
      reporter.messages.map { $0?.prefix(28) } == [
        "Unimplemented: 'Client.stop'", "Unimplemented: 'Client.onTap",
        "Unimplemented: 'Client.wait'",
      ])
  }

  @Test("A value is reported on creation, and is the placeholder")
  func value() {
    let port: Int = withIssueReporters([reporter]) {
      unimplemented("Server.port", placeholder: 8080)
    }
    #expect(port == 8080)
    #expect(reporter.messages.first??.hasPrefix("Unimplemented: 'Server.port'") == true)
  }

  @Test("Without a name, the function that declares it is named")
  func unnamed() {
    let closure: @Sendable () -> Void = unimplemented()
    withIssueReporters([reporter]) { closure() }
    #expect(reporter.messages.first??.hasPrefix("Unimplemented: 'unnamed()'") == true)
  }

  @Test("A call fails the test")
  func failsTheTest() {
    withKnownIssue { Client().stop() }
  }
}
