import Dependencies
import DependenciesMacros
import Foundation
import FoundationNetworking
import IssueReporting
import Testing

/// A client whose live value asks a server, as the introductions to dependencies have it. The address
/// has an unknown scheme, because the tests of a process open no connections with `URLSession`: its
/// sockets can stop others' events (see `DescriptorWaits`).
@DependencyClient
private struct FactClient: Sendable {
  var fetch: @Sendable (Int) async throws -> String
}

extension FactClient: DependencyKey {
  static let liveValue = Self(
    fetch: { number in
      guard let url = URL(string: "facts://localhost/\(number)/trivia")
      else { throw URLError(.badURL) }
      let (data, _) = try await URLSession.shared.data(from: url)
      return String(decoding: data, as: UTF8.self)
    })

  static let testValue = Self()
}

struct FactClientTests {
  @Dependency(FactClient.self) private var factClient

  @Test("CLI-09 A client's real request is not made in a test that forgets to override it")
  func forgotten() async {
    await withKnownIssue {
      _ = try await factClient.fetch(42)
    }
  }

  @Test("CLI-09 A test provides the server's responses")
  func overridden() async throws {
    try await withDependencies {
      $0[FactClient.self].fetch = { "\($0) is a good number." }
    } operation: {
      let fact = try await factClient.fetch(42)
      #expect(fact == "42 is a good number.")
    }
  }

  @Test("CLI-09 In the live context the request is made, and its failure is thrown")
  func live() async {
    await withDependencies {
      $0.context = .live
    } operation: {
      await #expect(throws: URLError.self) { _ = try await factClient.fetch(42) }
    }
  }
}
