import Foundation
import Testing

/// The files in a library's folder when no program uses it.
struct ClosedLibraryFileTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test("After a command, the database is one file, whose copy has all memos")
  func oneFile() throws {
    try sandbox.run("import", try sandbox.file("memo.wav", Sound.tone())).expectSuccess()
    let names = try FileManager.default.contentsOfDirectory(atPath: sandbox.home.path)
    #expect(names.filter { $0.hasPrefix("library") } == ["library.sqlite"])
    let copy = sandbox.home.appendingPathComponent("copy.sqlite")
    let file = sandbox.home.appendingPathComponent("library.sqlite")
    try FileManager.default.copyItem(at: file, to: copy)
    try FileManager.default.removeItem(at: file)
    try FileManager.default.moveItem(at: copy, to: file)
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("A library without its database is rebuilt with titles, dates and transcripts")
  func rebuilt() throws {
    try sandbox.run("import", try sandbox.file("memo.wav", Sound.tone())).expectSuccess()
    #expect(try sandbox.run("rename", "memo", "The budget").status == 0)
    let before = try #require(try sandbox.memos().first)
    try FileManager.default.removeItem(
      at: sandbox.home.appendingPathComponent("library.sqlite"))
    for command in ["list", "stats", "verify"] {
      let outcome = try sandbox.run(command)
      outcome.expectComplaint(saying: "is missing", "'speechmemo restore", "'speechmemo recover'")
      #expect(outcome.error.contains(/'speechmemo restore.*'speechmemo recover'/))
    }
    let doctor = try sandbox.run("doctor")
    #expect(doctor.status == 1 && doctor.output.contains("library.sqlite is missing"))
    #expect(try sandbox.run("recover").status == 0)
    let after = try #require(try sandbox.memos().first)
    for key in ["id", "title", "date", "file", "sha256", "originalName", "state"] {
      #expect(after[key] as? String == before[key] as? String, "\(key)")
    }
    try sandbox.expectWhole(memoCount: 1)
  }
}
