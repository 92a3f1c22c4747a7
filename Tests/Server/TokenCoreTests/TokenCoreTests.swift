import Clocks
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import DependenciesTestSupport
import Foundation
import Testing
import TokenCore

struct TokenCoreTests {
  private let database = DatabaseClient.inMemory()
  private let now = Date(timeIntervalSince1970: 1_790_000_000)

  private func with<Value: Sendable>(
    _ operation: @Sendable (TokenIssuer) async throws -> Value
  ) async throws -> Value {
    try await withDependencies {
      $0.database = database
      $0.date = .constant(now)
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      try await operation(TokenIssuer())
    }
  }

  @Test("A token opens its library with its scopes, and nothing else does")
  func shown() async throws {
    let text = try await with { try await $0.add(named: "laptop", scopes: [.read]) }
    #expect(text.wholeMatch(of: /speechmemo_[A-Za-z0-9_-]{43}/) != nil)
    let token = try await with { try await $0.token(matching: text) }
    #expect(
      token == AccessToken(name: "laptop", scopes: [.read], createdAt: now, lastUsedAt: now))
    for other in ["", "speechmemo_", text.uppercased(), "\(text)x", String(text.dropLast())] {
      #expect(try await with { try await $0.token(matching: other) } == nil, "'\(other)'")
    }
    #expect(try await database.access.removeToken(name: "laptop"))
    #expect(try await with { try await $0.token(matching: text) } == nil, "it is revoked")
  }

  @Test("No two tokens are the same, or have the same name")
  func different() async throws {
    let first = try await with { try await $0.add(named: "a", scopes: [.read]) }
    let second = try await with { try await $0.add(named: "b", scopes: [.write]) }
    #expect(first != second)
    await #expect(throws: TokenError.nameTaken("a")) {
      _ = try await with { try await $0.add(named: "a", scopes: [.admin]) }
    }
    #expect(try await database.access.tokens().map(\.name) == ["a", "b"])
  }
}

/// Sessions of a token.
@Suite(.dependency(\.date.now, Date(timeIntervalSince1970: 3)), .timeLimit(.minutes(10)))
struct TokenWatchTests {
  private let changes = LibraryChanges()
  private let database: DatabaseClient
  private let token = AccessToken(
    name: "phone", scopes: [.read], createdAt: Date(timeIntervalSince1970: 1))

  init() async throws {
    var database = DatabaseClient.inMemory()
    database.changes = { [changes] in changes.stream() }
    self.database = database
    _ = try await database.access.addToken(token: token, sha256: "1")
  }

  @Test("It is ended when another process revokes the token")
  func elsewhere() async throws {
    let watch = TokenWatch(database)
    let (revoked, continuation) = AsyncStream<Void>.makeStream()
    let held = watch.watch(token) { continuation.finish() }
    _ = try await database.access.removeToken(name: "phone")
    changes.send(.anything)
    for await _ in revoked {}
    withExtendedLifetime(held) {}
  }

  @Test("Revocation ends a session, even if a later token has the same name")
  func before() async throws {
    _ = try await database.access.removeToken(name: "phone")
    let later = AccessToken(
      name: "phone", scopes: [.read], createdAt: Date(timeIntervalSince1970: 2))
    _ = try await database.access.addToken(token: later, sha256: "2")
    let watch = TokenWatch(database)
    await watch.whileValid(token) {
      // It ends by being canceled, and by nothing else.
      for await _ in AsyncStream<Never>.makeStream().stream {}
    }
  }

  @Test("Sessions of other tokens continue, also without an observer")
  func others() async throws {
    let other = AccessToken(
      name: "tablet", scopes: [.read], createdAt: Date(timeIntervalSince1970: 1))
    _ = try await database.access.addToken(token: other, sha256: "2")
    let watch = TokenWatch(database)
    let ended = LockIsolated<[String]>([])
    let held = watch.watch(other) { ended.withValue { $0.append("tablet") } }
    var given: TokenWatch.Watch? = watch.watch(token) { ended.withValue { $0.append("phone") } }
    withExtendedLifetime(given) {}
    given = nil
    _ = try await database.access.removeToken(name: "phone")
    await watch.check()
    #expect(ended.value == [])
    _ = try await database.access.removeToken(name: "tablet")
    await watch.check()
    #expect(ended.value == ["tablet"])
    withExtendedLifetime(held) {}
  }

  @TaskLocal private static var isOvertaken = false

  @Test("A check doesn't end connections with tokens that are newer than its list")
  func newer() async throws {
    let later = AccessToken(
      name: "tablet", scopes: [.read], createdAt: Date(timeIntervalSince1970: 2))
    let ended = LockIsolated<[String]>([])
    let held = LockIsolated<[TokenWatch.Watch]>([])
    let isPending = LockIsolated(true)
    let watch = LockIsolated<TokenWatch?>(nil)
    var database = database
    database.access.tokens = { [access = database.access] in
      let tokens = try await access.tokens()
      if Self.isOvertaken, isPending.value, let watch = watch.value {
        isPending.setValue(false)
        _ = try await access.addToken(token: later, sha256: "2")
        let second = watch.watch(later) { ended.withValue { $0.append("tablet") } }
        held.withValue { $0.append(second) }
      }
      return tokens
    }
    let tokenWatch = TokenWatch(database)
    watch.setValue(tokenWatch)
    let first = tokenWatch.watch(token) { ended.withValue { $0.append("phone") } }
    held.withValue { $0.append(first) }
    await Self.$isOvertaken.withValue(true) { await tokenWatch.check() }
    #expect(held.value.count == 2)
    #expect(ended.value == [])
    watch.setValue(nil)
  }

  @Test("A connection ends when its token expires, or one above it")
  func expiry() async throws {
    let start = Date(timeIntervalSince1970: 1)
    let guest = AccessToken(
      name: "guest", scopes: [.read], createdAt: start, expiresAt: start + 60)
    _ = try await database.access.addToken(token: guest, sha256: "2")
    let browser = AccessToken(
      name: "browser", scopes: [.read], createdAt: start, kind: .session, parent: "guest")
    _ = try await database.access.addToken(token: browser, sha256: "3")
    for token in [guest, browser] {
      let dates = LockIsolated([start + 59, start + 60])
      await withDependencies {
        $0.continuousClock = ImmediateClock()
        $0.date = DateGenerator { dates.withValue { $0.removeFirst() } }
      } operation: {
        await TokenWatch(database).whileValid(token) {
          for await _ in AsyncStream<Never>.makeStream().stream {}
        }
      }
      #expect(dates.value == [])
    }
  }

  @Test("If the tokens can't be read, they are read again after a pause")
  func retried() async throws {
    let clock = TestClock()
    let (ended, continuation) = AsyncStream<Void>.makeStream()
    let isReadable = LockIsolated(false)
    var database = database
    database.access.tokens = { [access = database.access] in
      guard isReadable.value
      else { throw DatabaseError.busy(path: "/l") }
      return try await access.tokens()
    }
    _ = try await database.access.removeToken(name: "phone")
    let watch = TokenWatch(database)
    await withDependencies {
      $0.continuousClock = clock
    } operation: {
      let held = watch.watch(token) { continuation.finish() }
      await watch.check()
      while await !clock.hasSleeper { await Task.yield() }
      isReadable.setValue(true)
      await clock.advance(by: .seconds(60))
      for await _ in ended {}
      withExtendedLifetime(held) {}
    }
  }

  @Test("No check is scheduled once the last connection has ended")
  func unneeded() async throws {
    let clock = TestClock()
    let start = Date(timeIntervalSince1970: 1)
    let guest = AccessToken(
      name: "guest", scopes: [.read], createdAt: start, expiresAt: start + 60)
    _ = try await database.access.addToken(token: guest, sha256: "2")
    await withDependencies {
      $0.continuousClock = clock
    } operation: {
      let watch = TokenWatch(database)
      var held: TokenWatch.Watch? = watch.watch(guest) {}
      await watch.check()
      while await !clock.hasSleeper { await Task.yield() }
      withExtendedLifetime(held) {}
      held = nil
      await watch.check()
      while await clock.hasSleeper { await Task.yield() }
    }
  }
}

extension TestClock<Duration> {
  fileprivate var hasSleeper: Bool {
    get async {
      do {
        try await checkSuspension()
        return false
      } catch {
        return true
      }
    }
  }
}

struct TokenCacheTests {
  @Test("A cached token is refused once it has expired")
  func expiry() async throws {
    let database = DatabaseClient.inMemory()
    let cache = TokenCache()
    let start = Date(timeIntervalSince1970: 1_790_000_000)
    func token(_ text: String, after seconds: Double) async throws -> AccessToken? {
      try await withDependencies {
        $0.date = .constant(start + seconds)
      } operation: {
        try await cache.token(matching: text, in: database, revision: 1)
      }
    }
    let text = try await withDependencies {
      $0.database = database
      $0.date = .constant(start)
      $0.withRandomNumberGenerator = WithRandomNumberGenerator(SystemRandomNumberGenerator())
    } operation: {
      try await TokenIssuer().add(named: "guest", scopes: [.read], expiresAt: start + 60)
    }
    for seconds in [30.0, 45, 59] { #expect(try await token(text, after: seconds) != nil) }
    #expect(try await token(text, after: 60) == nil)
  }
}
