import ApiClient
@testable import CommandLineProgram
import DatabaseClient
import Hashing
import Foundation
import SharedModels
import Testing
import TokenCore

struct ShareTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession([.numbered(1, title: "One"), .numbered(2, title: "Two")])
  }

  private func links() async throws -> [ShareLink] {
    let memos = try await session.database.recordings(matching: RecordingQuery())
    var links: [ShareLink] = []
    for memo in memos { links += try await session.database.access.links(of: memo.id) }
    return links
  }

  @Test("A link is printed alone, opens its memo for its lifetime, and is revoked")
  func life() async throws {
    let made = await session.run("share", "One", "--days", "2", "--at", "home.example")
    #expect(made.status == 0, "\(made.error)")
    let secret = try #require(
      made.output.wholeMatch(of: /https:\/\/home\.example\/s\/([A-Za-z0-9_-]{43})\n/)?.1)
    #expect(made.error.contains("Anyone with the link can open 'One' until"))
    var checksum = Checksum()
    Array(secret.utf8).withUnsafeBytes { checksum.update($0) }
    let sum = checksum.finish()
    let (before, after) = (CommandSession.now + 2 * 86_400 - 1, CommandSession.now + 2 * 86_400)
    #expect(try await session.database.access.sharedMemo(sha256: sum, at: before)?.title == "One")
    #expect(try await session.database.access.sharedMemo(sha256: sum, at: after) == nil)

    let id = try #require(try await links().first).id.rawValue.uuidString.lowercased()
    let listed = await session.run("share", "One", "--list")
    #expect(listed.output.hasPrefix("\(id)  created "))
    #expect(!listed.output.contains(secret))
    #expect(await session.run("share", "Two", "--list").error == "'Two' has no active links.\n")
    let wrong = await session.run("share", "Two", "--revoke", id)
    #expect(wrong.status == 1 && wrong.error.contains("'Two' has no link '\(id)'"))
    let revoked = await session.run("share", "One", "--revoke", String(id.prefix(8)))
    #expect(revoked.error == "revoked link \(id) of 'One'\n")
    #expect(try await links().isEmpty)
  }

  @Test("A server's list is not filtered by the clock of this machine")
  func serverClock() async throws {
    #expect(await session.run("share", "One", "--days", "1").status == 0)
    let id = try #require(try await links().first).id.rawValue.uuidString.lowercased()
    let server = try ServerAddress("https://home.example")
    let later = CommandSession.now + 2 * 86_400
    let local = await session.run("share", "One", "--list") { $0.date.now = later }
    #expect(local.output == "" && local.error == "'One' has no active links.\n")
    let remote = await session.run("share", "One", "--list") {
      $0.date.now = later
      $0.serverAddress = server
    }
    #expect(remote.output.hasPrefix("\(id)  created "))
  }

  @Test("Of several links one is meant, or all; also while the memo is in the trash")
  func several() async throws {
    for _ in 1...2 { #expect(await session.run("share", "One").status == 0) }
    let either = await session.run("share", "One", "--revoke", "0")
    #expect(either.status == 1 && either.error.contains("matches 2 links"))
    #expect(await session.run("delete", "One").status == 0)
    #expect(await session.run("share", "One").status == 1)
    #expect(await session.run("share", "One", "--revoke", "all").status == 0)
    #expect(try await links().isEmpty)
  }

  @Test("Without a known server, the output explains how to complete the link")
  func withoutAddress() async {
    let made = await session.run("share", "One")
    #expect(made.output.hasPrefix("/s/"))
    #expect(made.error.hasPrefix("Put the address of 'speechmemo serve' in front"))
  }

  @Test(
    "Invalid requests are reported, and nothing is created",
    arguments: [
      ["share", "One", "--days", "0"], ["share", "One", "--at", "ftp://x"],
      ["share", "One", "--list", "--days", "3"], ["share", "One", "--list", "--revoke", "all"],
      ["share"], ["share", "One", "--revoke", ""],
    ])
  func wrong(_ arguments: [String]) async throws {
    #expect(await session.run(arguments).status == 2, "\(arguments)")
    #expect(try await links().isEmpty)
  }
}
