import DatabaseClient
import Dependencies
import Foundation
import Hashing
import SharedModels
import Testing
import TokenCore

struct LinkIssuerTests {
  private let database = DatabaseClient.inMemory([
    TranscribedMemo(recording: .mock, transcription: .mock)
  ])
  private let now = Date(timeIntervalSince1970: 1_790_000_000)

  private func with<Value: Sendable>(
    at date: Date? = nil, _ operation: @Sendable (LinkIssuer) async throws -> Value
  ) async throws -> Value {
    try await withDependencies {
      $0.database = database
      $0.date = .constant(date ?? now)
      $0.uuid = .init { UUID() }
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      try await operation(LinkIssuer())
    }
  }

  @Test("The secret opens the memo for its lifetime, and nothing else does")
  func shown() async throws {
    let (link, secret) = try await with {
      try await $0.add(for: Recording.mock.id, lifetime: 3_600)
    }
    #expect(secret.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
    #expect(link.expiresAt == now + 3_600 && link.createdAt == now)
    #expect(try await with { try await $0.memo(forSecret: secret) } == .mock)
    #expect(try await with(at: now + 3_599) { try await $0.memo(forSecret: secret) } == .mock)
    #expect(try await with(at: now + 3_600) { try await $0.memo(forSecret: secret) } == nil)
    for other in ["", "\(secret)x", String(secret.dropLast()), link.id.rawValue.uuidString] {
      #expect(try await with { try await $0.memo(forSecret: other) } == nil, "'\(other)'")
    }
  }

  @Test("A library keeps a checksum of the secret, and not the secret")
  func kept() async throws {
    let sums = LockIsolated<[String]>([])
    let secret = try await withDependencies {
      $0.database.access.addLink = { _, sha256 in
        sums.withValue { $0.append(sha256) }
        return true
      }
      $0.date = .constant(now)
      $0.uuid = .init { UUID() }
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      try await LinkIssuer().add(for: Recording.mock.id).secret
    }
    var checksum = Checksum()
    Array(secret.utf8).withUnsafeBytes { checksum.update($0) }
    let sum = checksum.finish()
    #expect(sums.value == [sum])
  }

  @Test(
    "A link lasts a week by default, from a minute to a year",
    arguments: [(nil, 604_800), (-1, 60), (90, 90), (1e300, 31_622_400)] as [(Double?, Double)])
  func lifetimes(asked: Double?, given: Double) async throws {
    let link = try await with {
      if let asked {
        try await $0.add(for: Recording.mock.id, lifetime: asked).link
      } else {
        try await $0.add(for: Recording.mock.id).link
      }
    }
    #expect(link.expiresAt == now + given)
  }
}
