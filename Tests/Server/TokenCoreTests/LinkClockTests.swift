import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import TestLibraries
import Testing
import TokenCore

/// Two servers that share a PostgreSQL database. Their clocks are five minutes apart, and neither is
/// right.
@Suite(.enabled(if: TestLibrary.all.contains(.postgres), "PostgreSQL is not installed"))
struct LinkClockTests {
  private let database = Date(timeIntervalSince1970: 1_790_000_000)
  private let early = Date(timeIntervalSince1970: 1_790_000_000 - 150)
  private let late = Date(timeIntervalSince1970: 1_790_000_000 + 150)

  private func with<Value: Sendable>(
    _ client: DatabaseClient, at date: Date,
    _ operation: @Sendable (LinkIssuer) async throws -> Value
  ) async throws -> Value {
    try await withDependencies {
      $0.database = client
      $0.date = .constant(date)
      $0.uuid = .init { UUID() }
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      try await operation(LinkIssuer())
    }
  }

  @Test("A link for a minute lasts a minute on both servers, whichever created it")
  func lifetime() async throws {
    for (creator, other) in [(early, late), (late, early)] {
      let library = try await TestLibrary(.postgres, now: database)
      let (one, two) = (library.database, try await library.secondClient())
      try await one.insert(recording: .mock, job: nil)
      let (link, secret) = try await with(one, at: creator) {
        try await $0.add(for: Recording.mock.id, lifetime: 60)
      }
      #expect(link.createdAt == database && link.expiresAt == database + 60)
      func isOpened(by client: DatabaseClient, at date: Date) async throws -> Bool {
        try await with(client, at: date) { try await $0.memo(forSecret: secret) } != nil
      }
      try await library.wait(59)
      #expect(try await isOpened(by: one, at: creator))
      #expect(try await isOpened(by: two, at: other))
      try await library.wait(1)
      #expect(try await !isOpened(by: one, at: creator))
      #expect(try await !isOpened(by: two, at: other))
    }
  }
}
