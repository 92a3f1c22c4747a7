import DatabaseClient
import Testing

struct DatabaseErrorTests {
  @Test(
    "Advice for a lost database names the backup, which has the edits, before 'recover'",
    arguments: [
      DatabaseError.corrupt(path: "/library.sqlite", detail: "malformed"),
      .missing(path: "/library.sqlite"),
    ])
  func backupFirst(error: DatabaseError) {
    #expect(error.description.contains(/'speechmemo restore.*'speechmemo recover'/))
  }
}
