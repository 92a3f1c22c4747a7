import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

/// Links that open single memos.
struct ShareLinkTests {
  private let start = Date(timeIntervalSince1970: 1_790_000_000)

  /// A library with two memos.
  private func library(_ kind: TestLibrary.Kind) async throws -> DatabaseClient {
    let database = try await TestLibrary(kind).database
    for number in 1...2 as ClosedRange<UInt8> {
      try await database.insert(recording: .fixed(number), job: nil)
    }
    return database
  }

  private func link(
    _ number: UInt8, to memo: UInt8 = 1, from second: Double = 0, for length: Double
  )
    -> ShareLink
  {
    ShareLink(
      id: ShareLink.ID(.fixed(number)), memo: Recording.ID(.fixed(memo)),
      createdAt: start + second, expiresAt: start + second + length)
  }

  @Test("A link opens its memo until it expires or is revoked", arguments: TestLibrary.all)
  func life(_ kind: TestLibrary.Kind) async throws {
    let database = try await library(kind)
    #expect(try await database.access.addLink(link: link(1, for: 100), sha256: "a"))
    #expect(try await database.access.addLink(link: link(2, to: 2, from: 1, for: 100), sha256: "b"))
    #expect(try await database.access.addLink(link: link(3, from: 2, for: 200), sha256: "c"))
    #expect(
      try await database.access.links(of: Recording.ID(.fixed(1)))
        == [link(1, for: 100), link(3, from: 2, for: 200)])
    #expect(try await database.access.sharedMemo(sha256: "a", at: start + 99) == .fixed(1))
    #expect(try await database.access.sharedMemo(sha256: "b", at: start + 99) == .fixed(2))
    #expect(try await database.access.sharedMemo(sha256: "a", at: start + 100) == nil)
    #expect(try await database.access.sharedMemo(sha256: "d", at: start) == nil)
    let id = link(3, for: 0).id
    #expect(
      try await !database.access.removeLink(id: id, of: Recording.ID(.fixed(2))), "it is another's")
    #expect(try await database.access.removeLink(id: id, of: Recording.ID(.fixed(1))))
    #expect(try await !database.access.removeLink(id: id, of: Recording.ID(.fixed(1))))
    #expect(try await database.access.sharedMemo(sha256: "c", at: start + 3) == nil)
    #expect(try await database.access.sharedMemo(sha256: "a", at: start + 3) == .fixed(1))
  }

  @Test("Links have unique ids and secrets", arguments: TestLibrary.all)
  func twins(_ kind: TestLibrary.Kind) async throws {
    let database = try await library(kind)
    #expect(try await database.access.addLink(link: link(1, for: 100), sha256: "a"))
    #expect(try await !database.access.addLink(link: link(1, to: 2, for: 100), sha256: "b"))
    #expect(try await !database.access.addLink(link: link(2, to: 2, for: 100), sha256: "a"))
    #expect(try await database.access.links(of: Recording.ID(.fixed(2))) == [])
    #expect(try await database.access.sharedMemo(sha256: "a", at: start) == .fixed(1))
    #expect(try await database.access.sharedMemo(sha256: "b", at: start) == nil)
  }

  @Test(
    "A trashed memo does not open, and a deleted one loses its links",
    arguments: TestLibrary.all)
  func trash(_ kind: TestLibrary.Kind) async throws {
    let database = try await library(kind)
    let memo = Recording.ID(.fixed(1))
    #expect(try await database.access.addLink(link: link(1, for: 100), sha256: "a"))
    try await database.trash(ids: [memo], at: start)
    #expect(try await database.access.sharedMemo(sha256: "a", at: start) == nil)
    try await database.restore(ids: [memo])
    #expect(try await database.access.sharedMemo(sha256: "a", at: start)?.id == memo)
    try await database.trash(ids: [memo], at: start)
    _ = try await database.deletePermanently(ids: [memo])
    try await database.insert(recording: .fixed(1), job: nil)
    #expect(try await database.access.links(of: memo) == [])
    #expect(try await database.access.sharedMemo(sha256: "a", at: start) == nil)
    #expect(try await database.access.addLink(link: link(2, for: 100), sha256: "b"))
    let archived = try #require(try await database.archive.memos(ids: [memo]).first)
    try await database.archive.remove(memo: archived)
    #expect(try await database.access.sharedMemo(sha256: "b", at: start) == nil)
    await #expect(throws: DatabaseError.self) {
      _ = try await database.access.addLink(link: link(3, for: 100), sha256: "c")
    }
    #expect(try await database.integrityProblems() == [])
  }

  @Test(
    "Expired links are deleted when a new one is created", arguments: TestLibrary.all)
  func forgetting(_ kind: TestLibrary.Kind) async throws {
    let database = try await library(kind)
    #expect(try await database.access.addLink(link: link(1, for: 100), sha256: "a"))
    #expect(try await database.access.addLink(link: link(2, for: 101), sha256: "b"))
    #expect(
      try await database.access.addLink(link: link(3, to: 2, from: 100, for: 50), sha256: "c"))
    #expect(
      try await database.access.links(of: Recording.ID(.fixed(1))) == [link(2, for: 101)])
  }
}
