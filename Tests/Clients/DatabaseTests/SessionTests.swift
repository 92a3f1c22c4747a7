import DatabaseClient
import Foundation
import TestLibraries
import Testing

struct SessionTests {
  private let start = Date(timeIntervalSince1970: 1_790_000_000)
  private let day: TimeInterval = 86_400

  private func token(
    _ name: String, _ scopes: Set<AccessScope> = [.admin, .read], expiresAt: Date? = nil
  ) -> AccessToken {
    AccessToken(name: name, scopes: scopes, createdAt: start, expiresAt: expiresAt)
  }

  private func session(_ name: String, at date: Date? = nil) -> AccessToken {
    AccessToken(
      name: name, scopes: [.read, .write], createdAt: date ?? start, kind: .session)
  }

  private func code(_ name: String, at date: Date? = nil) -> AccessToken {
    let date = date ?? start
    return AccessToken(
      name: name, scopes: [.read, .write], createdAt: date, expiresAt: date + 300, kind: .code)
  }

  @Test(
    "A session has at most the scopes and the time of its token, and ends with it",
    arguments: TestLibrary.all)
  func ends(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let access = library.database.access
    let (guest, other) = (token("guest", expiresAt: start + day), token("other"))
    #expect(try await access.addToken(token: guest, sha256: "guest"))
    #expect(try await access.addToken(token: other, sha256: "other"))
    let added = try #require(
      try await access.addSession(session: session("s"), sha256: "s", by: guest))
    let expected = AccessToken(
      name: "s", scopes: [.read], createdAt: start, expiresAt: start + day, kind: .session,
      parent: "guest")
    #expect(added == expected)
    let second = try await access.addSession(session: session("s"), sha256: "s2", by: other)
    #expect(second?.name == "s, 2", "the name is taken")
    #expect(
      try await access.tokens().map(\.name) == ["guest", "other", "s", "s, 2"])
    #expect(try await access.tokens().first { $0.name == "s" } == expected)
    #expect(try await access.token(sha256: "s", usedAt: start)?.name == "s")
    #expect(try await access.removeToken(name: "guest"))
    #expect(try await access.token(sha256: "s", usedAt: start) == nil)
    #expect(try await access.tokens().map(\.name) == ["other", "s, 2"])
    #expect(try await access.token(sha256: "s2", usedAt: start) != nil)
  }

  @Test(
    "A token that was revoked, or replaced by its namesake, begins no session",
    arguments: TestLibrary.all)
  func revoked(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let access = library.database.access
    let first = token("phone")
    #expect(
      try await access.addSession(session: session("s"), sha256: "s", by: first) == nil)
    #expect(try await access.addToken(token: first, sha256: "1"))
    #expect(try await access.removeToken(name: "phone"))
    let later = AccessToken(name: "phone", scopes: [.read], createdAt: start + 1)
    #expect(try await access.addToken(token: later, sha256: "2"))
    #expect(
      try await access.addSession(session: session("s"), sha256: "s", by: first) == nil)
    #expect(try await access.tokens() == [later])
  }

  @Test(
    "If a session's names with numbers are taken, too, the error is not that of an ended token",
    arguments: TestLibrary.all)
  func namesTaken(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let access = library.database.access
    let home = token("home")
    #expect(try await access.addToken(token: home, sha256: "home"))
    for number in 1...100 {
      let name = number == 1 ? "s" : "s, \(number)"
      #expect(try await access.addToken(token: token(name), sha256: name))
    }
    await #expect(throws: DatabaseError.conflict("the list of sign-ins")) {
      _ = try await access.addSession(session: session("s"), sha256: "new", by: home)
    }
    #expect(try await access.removeToken(name: "s, 100"))
    let added = try await access.addSession(session: session("s"), sha256: "new", by: home)
    #expect(added?.name == "s, 100")
  }

  @Test("Tokens expire, and stay listed", arguments: TestLibrary.all)
  func expires(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let access = library.database.access
    let guest = token("guest", expiresAt: start + day)
    #expect(try await access.addToken(token: guest, sha256: "guest"))
    _ = try await access.addSession(session: session("s"), sha256: "s", by: guest)
    for name in ["guest", "s"] {
      #expect(try await access.token(sha256: name, usedAt: start + day - 1)?.name == name)
      #expect(try await access.token(sha256: name, usedAt: start + day) == nil)
    }
    #expect(try await access.tokens().map(\.name) == ["guest", "s"])
    #expect(
      try await access.addSession(
        session: session("late", at: start + day), sha256: "late", by: guest) == nil)
  }

  /// Adds a token, a session below it, and the code that the session shows.
  private func showCode(_ access: AccessClient) async throws -> AccessToken {
    #expect(try await access.addToken(token: token("home"), sha256: "home"))
    let desk = try #require(
      try await access.addSession(session: session("desk"), sha256: "desk", by: token("home")))
    return try #require(
      try await access.addSession(session: code("code"), sha256: "code", by: desk))
  }

  @Test("A session ends after 90 days without use, and those below it", arguments: TestLibrary.all)
  func idle(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let access = library.database.access
    let shown = try await showCode(access)
    _ = try await access.addSession(session: session("phone"), sha256: "phone", by: shown)
    #expect(try await access.token(sha256: "desk", usedAt: start + 80 * day) != nil)
    #expect(try await access.token(sha256: "phone", usedAt: start + 89 * day) != nil)
    #expect(try await access.token(sha256: "phone", usedAt: start + 169 * day) != nil)
    #expect(try await access.token(sha256: "desk", usedAt: start + 170 * day) == nil)
    #expect(try await access.token(sha256: "phone", usedAt: start + 170 * day) == nil)
    #expect(try await access.token(sha256: "home", usedAt: start + 999 * day) != nil)
    // Another session deletes those that have ended.
    _ = try await access.addSession(
      session: session("new", at: start + 170 * day), sha256: "new", by: token("home"))
    #expect(try await access.tokens().map(\.name) == ["home", "new"])
  }

  @Test("A code works once, for a session below the one that showed it", arguments: TestLibrary.all)
  func codes(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let access = library.database.access
    let shown = try await showCode(access)
    #expect(shown.parent == "desk" && shown.scopes == [.read] && shown.expiresAt == start + 300)
    let late = session("late", at: start + 300)
    #expect(try await access.addSession(session: late, sha256: "late", by: shown) == nil)
    let phone = try await access.addSession(
      session: session("phone", at: start + 299), sha256: "phone", by: shown)
    #expect(phone?.parent == "desk" && phone?.expiresAt == nil && phone?.scopes == [.read])
    #expect(
      try await access.addSession(session: session("again"), sha256: "again", by: shown) == nil)
    #expect(try await access.tokens().map(\.name) == ["desk", "home", "phone"])
    #expect(try await access.removeToken(name: "desk"))
    #expect(try await access.tokens().map(\.name) == ["home"])
  }

  @Test("A token has 50 sessions, and the longest unused ends first", arguments: TestLibrary.all)
  func limit(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let access = library.database.access
    for name in ["home", "other"] {
      #expect(try await access.addToken(token: token(name), sha256: name))
    }
    _ = try await access.addSession(
      session: session("others"), sha256: "others", by: token("other"))
    func add(_ number: Int) async throws -> AccessToken {
      let session = session("s\(number)", at: start + Double(number))
      return try #require(
        try await access.addSession(
          session: session, sha256: session.name, by: token("home")))
    }
    func names() async throws -> [String] {
      try await access.tokens().filter { $0.kind == .session }.map(\.name)
    }
    var sessions: [AccessToken] = []
    for number in 101...150 { sessions.append(try await add(number)) }
    #expect(try await names().count == TokenTree.sessionLimit + 1)
    #expect(try await access.token(sha256: "s101", usedAt: start + 200) != nil)
    _ = try await add(151)
    #expect(
      try await names() == ["others", "s101"] + (103...151).map { "s\($0)" }, "s102 has ended")
    // The session that shows a code is spared.
    let shown = try #require(
      try await access.addSession(
        session: code("code", at: start + 160), sha256: "code", by: sessions[2]))
    _ = try await access.addSession(
      session: session("phone", at: start + 160), sha256: "phone", by: shown)
    #expect(
      try await names()
        == ["others", "phone", "s101", "s103"] + (105...151).map { "s\($0)" })
  }
}
