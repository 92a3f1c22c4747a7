import Foundation
import SpeechClient
import Testing

struct DoctorReportTests {
  private func session() throws -> CommandSession {
    try CommandSession([.numbered(1, title: "Zebra")])
  }

  @Test("A report is written to a private file and shown")
  func written() async throws {
    let session = try session()
    let file = session.folder.root.appendingPathComponent("report.txt")
    let outcome = await session.run("doctor", "--report", file.path)
    // The memo's missing audio is part of the report, and no failure to write it.
    #expect(outcome.status == 0)
    #expect(try String(contentsOf: file, encoding: .utf8) == outcome.output)
    #expect(outcome.output.contains("Counts\n  memos: 1, 0 in the trash\n"))
    #expect(outcome.output.contains("  audio folder: 1 memo has no audio file\n"))
    #expect(!outcome.output.contains("Zebra") && !outcome.output.contains(file.path))
    #expect(
      outcome.error == "Saved in \(file.path), which only you can read. Nothing was sent.\n")
    let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("A report never replaces a file, and an existing one is noticed before the checks")
  func exists() async throws {
    let session = try session()
    let path = try session.file("report.txt", "mine")
    let outcome = await session.run("doctor", "--report", path) {
      $0.speechClient.engineStatus = {
        Issue.record("nothing is checked")
        return SpeechEngineStatus()
      }
    }
    #expect(
      outcome
        == .init(
          1,
          error: """
            speechmemo: \(path) already exists and was left unchanged; choose another name

            """))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "mine")
  }

  @Test("With --json, the report is one object")
  func json() async throws {
    let session = try session()
    let file = session.folder.root.appendingPathComponent("report.txt")
    let outcome = await session.run("doctor", "--json", "--report", file.path)
    #expect(outcome.status == 0 && outcome.error == "")
    #expect(outcome.objects.count == 1)
    #expect(outcome.objects.first?["file"] as? String == file.path)
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect((outcome.objects.first?["report"] as? String).map { "\($0)\n" } == text)
  }
}
