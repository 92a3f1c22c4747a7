import Dependencies
import Foundation
import HealthCore
import LibraryFolder
import Testing

struct CrashReportsTests {
  private let folder = LibraryFolder(
    root: FileManager.default.temporaryDirectory
      .appendingPathComponent("crashes-\(UUID().uuidString)", isDirectory: true))

  private func findings() async -> [Finding] {
    await withDependencies {
      $0.healthCheck = .liveValue
      $0.libraryFolder = folder
      $0.timeZone = TimeZone(secondsFromGMT: 3600)!
    } operation: {
      @Dependency(\.healthCheck) var healthCheck
      return await healthCheck.findings(about: .crashes)
    }
  }

  private func makeReports(_ count: Int) throws {
    try FileManager.default.createDirectory(at: folder.crashes, withIntermediateDirectories: true)
    for number in 1...count {
      let file = folder.crashes.appendingPathComponent("speechmemo-\(number)-0.0.log")
      try Data("a report".utf8).write(to: file)
      // From 2026-11-25 13:01 UTC on.
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: TimeInterval(1_795_611_600 + number * 60))],
        ofItemAtPath: file.path)
    }
  }

  @Test("Without a crash report there is no finding")
  func none() async throws {
    #expect(await findings() == [])
    defer { try? FileManager.default.removeItem(at: folder.root) }
    try FileManager.default.createDirectory(at: folder.crashes, withIntermediateDirectories: true)
    try Data("a note".utf8).write(to: folder.crashes.appendingPathComponent("note.txt"))
    #expect(await findings() == [])
  }

  @Test("The newest report is named, with the local time of the crash")
  func newest() async throws {
    defer { try? FileManager.default.removeItem(at: folder.root) }
    try makeReports(3)
    #expect(
      await findings() == [
        Finding(
          what: "crash reports", verdict: .remark,
          detail: "3, the newest from 2026-11-25 14:03",
          fix: """
            attach \(folder.crashes.path)/speechmemo-3-0.0.log to a bug report, then delete it
            """)
      ])
  }

  @Test("The ten newest reports are kept")
  func prune() throws {
    defer { try? FileManager.default.removeItem(at: folder.root) }
    try makeReports(12)
    CrashReports(folder).prune()
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.crashes.path)
    #expect(Set(names) == Set((3...12).map { "speechmemo-\($0)-0.0.log" }))
  }
}
