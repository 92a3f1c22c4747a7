import DatabaseClient
import Foundation
import SharedModels
import Testing

struct TagTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession([
      .numbered(1, id: "11111111-0000-0000-0000-000000000000", title: "One"),
      .numbered(2, id: "22222222-0000-0000-0000-000000000000", title: "Two"),
      .numbered(3, id: "33333333-0000-0000-0000-000000000000", title: "Three"),
    ])
  }

  private func memos() async throws -> [Recording] {
    try await session.database.recordings(matching: RecordingQuery())
  }

  @Test("Memos get tags and lose them, by their references")
  func change() async throws {
    #expect(
      await session.run("tag", "last", "One", "--add", "work", "--add", "to do")
        == .init(
          0, error: "33333333 Three: work, to do\n11111111 One: work, to do\n"))
    #expect(
      await session.run("tag", "1111", "--remove", "WORK")
        == .init(0, error: "11111111 One: to do\n"))
    #expect(try await memos().map(\.tags) == [["work", "to do"], [], ["to do"]])
  }

  @Test("All tags are listed with how many memos have each")
  func list() async throws {
    #expect(
      await session.run("tag").error
        == "No memo has a tag. 'speechmemo tag ID --add TAG' adds one.\n")
    _ = await session.run("tag", "1111", "2222", "--add", "work")
    _ = await session.run("tag", "1111", "--add", "a long one")
    #expect(await session.run("tag") == .init(0, output: "a long one  1\nwork        2\n"))
    #expect(await session.run("tag", "2222") == .init(0, output: "22222222  Two: work\n"))
    #expect(await session.run("tag", "--from", "2000-01-01", "--json").objects.count == 2)
  }

  @Test("Tags are the same regardless of case and decomposed letters")
  func folded() async throws {
    _ = await session.run("tag", "1111", "2222", "--add", "Übung")
    #expect(
      await session.run("tag", "1111", "--add", "u\u{308}bung").error == "11111111 One: Übung\n")
    #expect(await session.run("tag") == .init(0, output: "Übung  2\n"))
    #expect(await session.run("list", "--tag", "ÜBUNG", "--json").objects.count == 2)
    _ = await session.run("tag", "2222", "--remove", "U\u{308}BUNG")
    #expect(try await memos().map(\.tags) == [[], [], ["Übung"]])
  }

  @Test("A tag gets another name by a choice of memos")
  func rename() async throws {
    _ = await session.run("tag", "1111", "2222", "--add", "work")
    let outcome = await session.run(
      "tag", "--tag", "work", "--add", "job", "--remove", "work", "--json")
    #expect(outcome.objects.map { $0["tags"] as? [String] } == [["job"], ["job"]])
    #expect(outcome.objects.map { $0["event"] as? String } == ["tagged", "tagged"])
  }

  @Test(
    "Changes without a memo, and tags of nothing, are wrong usage",
    arguments: [["tag", "--add", "work"], ["tag", "1111", "--add", " "], ["favorite"]])
  func usage(arguments: [String]) async throws {
    #expect(await session.run(arguments).status == 2)
    #expect(try await memos().flatMap(\.tags) == [])
  }

  @Test("Favorites are set and removed, and repeating it is not an error")
  func favorite() async throws {
    #expect(
      await session.run("favorite", "1111", "Two")
        == .init(0, error: "11111111 One: favorite ★\n22222222 Two: favorite ★\n"))
    #expect(try await memos().map(\.isFavorite) == [false, true, true])
    let again = await session.run("favourite", "1111", "--json").objects.first
    #expect(again?["event"] as? String == "unchanged" && again?["favorite"] as? Bool == true)
    #expect(
      await session.run("favorite", "--off", "--favorite").error
        == "22222222 Two: not a favorite\n11111111 One: not a favorite\n")
    #expect(try await memos().map(\.isFavorite) == [false, false, false])
  }
}
