import DatabaseClient
import Foundation
import SharedModels
import TestLibraries
import Testing

struct KeyedRequestTests {
  private let request = KeyedRequest(key: "key", content: "content")
  private let answered = KeyedRequest(key: "key", content: "content", reply: "{}")

  private func time(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

  @Test("A key belongs to one request until its time ends", arguments: TestLibrary.all)
  func claim(_ kind: TestLibrary.Kind) async throws {
    let keys = try await TestLibrary(kind).database.keyedRequests
    let other = KeyedRequest(key: "key", content: "other")
    #expect(try await keys.begin(request: request, at: time(0), until: time(60)) == nil)
    #expect(try await keys.begin(request: other, at: time(59), until: time(99)) == request)
    try await keys.end(request: answered, until: time(100))
    #expect(try await keys.begin(request: other, at: time(99), until: time(999)) == answered)
    #expect(try await keys.begin(request: other, at: time(100), until: time(999)) == nil)
  }

  @Test("A failed request frees its key", arguments: TestLibrary.all)
  func failure(_ kind: TestLibrary.Kind) async throws {
    let keys = try await TestLibrary(kind).database.keyedRequests
    #expect(try await keys.begin(request: request, at: time(0), until: time(60)) == nil)
    try await keys.end(request: request, until: time(60))
    #expect(try await keys.begin(request: request, at: time(1), until: time(60)) == nil)
  }

  @Test(
    "A failure after the end of its claim keeps a repetition's reply", arguments: TestLibrary.all)
  func lateFailure(_ kind: TestLibrary.Kind) async throws {
    let keys = try await TestLibrary(kind).database.keyedRequests
    #expect(try await keys.begin(request: request, at: time(0), until: time(60)) == nil)
    #expect(try await keys.begin(request: request, at: time(60), until: time(120)) == nil)
    try await keys.end(request: answered, until: time(200))
    try await keys.end(request: request, until: time(61))
    #expect(try await keys.begin(request: request, at: time(62), until: time(120)) == answered)
  }

  @Test("Of concurrent requests with a key, one runs", arguments: TestLibrary.all)
  func concurrent(_ kind: TestLibrary.Kind) async throws {
    let keys = try await TestLibrary(kind).database.keyedRequests
    let begun = try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { [request] in
          try await keys.begin(
            request: request, at: Date(timeIntervalSince1970: 0),
            until: Date(timeIntervalSince1970: 60)) == nil
        }
      }
      return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(begun == 1)
  }

  @Test("Deleting a memo for good deletes the kept replies", arguments: TestLibrary.all)
  func deletion(_ kind: TestLibrary.Kind) async throws {
    let database = try await TestLibrary(kind).database
    let running = KeyedRequest(key: "running", content: "")
    try await database.insert(recording: .fixed(1), job: nil)
    try await database.keyedRequests.end(request: answered, until: time(60))
    #expect(
      try await database.keyedRequests.begin(request: running, at: time(0), until: time(60))
        == nil)
    try await database.trash(ids: [Recording.fixed(1).id], at: time(1))
    #expect(try await database.deletePermanently(ids: [Recording.fixed(1).id]).count == 1)
    #expect(
      try await database.keyedRequests.begin(request: request, at: time(2), until: time(60))
        == nil)
    #expect(
      try await database.keyedRequests.begin(request: running, at: time(2), until: time(60))
        == running)
  }

  @Test("Libraries have their own keys", arguments: TestLibrary.all)
  func libraries(_ kind: TestLibrary.Kind) async throws {
    let library = try await TestLibrary(kind)
    let other = try await library.newLibrary().database
    try await library.database.keyedRequests.end(request: answered, until: time(60))
    #expect(
      try await other.keyedRequests.begin(request: request, at: time(0), until: time(60)) == nil)
    try await other.keyedRequests.end(request: request, until: time(60))
    #expect(
      try await library.database.keyedRequests.begin(request: request, at: time(0), until: time(60))
        == answered)
  }
}
