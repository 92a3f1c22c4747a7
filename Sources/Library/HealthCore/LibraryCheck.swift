import AudioFileClient
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import POSIX
import RecordingCore
import SharedModels
import SoundCore

struct LibraryCheck {
  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.soundFiles) private var soundFiles

  func findings() async -> [Finding] {
    do {
      try database.checkFile()
      let problems = try await database.integrityProblems()
      guard problems.isEmpty
      else {
        return problems.prefix(5).map {
          .wrong(
            "library", $0,
            fix: "move \(folder.database.path) aside and restore a backup in its place")
        }
      }
      let memos = try await database.recordings(matching: RecordingQuery(place: nil))
      let found = Finding.good("library", "\(memos.count.counted("memo")) in \(folder.root.path)")
      return try await [found] + folderAccess() + sizes(of: memos) + stray()
        + failures(of: memos) + repairs(database.repairs())
    } catch {
      return [.wrong("library", "\(error)")]
    }
  }

  private func failures(of memos: [Recording]) -> [Finding] {
    let count = memos.count { memo in
      if case .failed = memo.transcription { memo.trashedAt == nil } else { false }
    }
    guard count > 0
    else { return [] }
    return [
      .remark(
        "failed transcripts", count.counted("memo"),
        fix: "run 'speechmemo list --state failed' for the reasons, then 'speechmemo retry ID'")
    ]
  }

  private func repairs(_ repairs: RepairStatistics) -> [Finding] {
    guard repairs.memoCount > 0
    else { return [] }
    return [
      .good(
        "transcripts",
        repairs.repairCount == 0
          ? "no segments needed a second pass"
          : """
          \(repairs.repairCount.counted("segment")) in \(repairs.repairedMemoCount.grouped) of \
          \(repairs.memoCount.counted("memo")) needed a second pass
          """)
    ]
  }

  func sound() async -> [Finding] {
    do {
      try database.checkFile()
      let memos = try await database.recordings(matching: RecordingQuery(place: nil))
      var changed: [Recording] = []
      var unreadable: [Finding] = []
      let sizes = try await fileSizes()
      for memo in memos
      where sizes[folder.audioFile(named: memo.audio.fileName).lastPathComponent]
        == memo.audio.byteCount
      {
        do {
          let stored = try await audioFile.checksum(
            of: folder.audioFile(named: memo.audio.fileName))
          if stored.sha256 != memo.audio.sha256 { changed.append(memo) }
        } catch let error as AudioFileError {
          unreadable.append(
            .wrong("audio", "\(error)", fix: "check the disk, and restore the file from a backup"))
        }
      }
      guard changed.isEmpty, unreadable.isEmpty
      else { return change(of: changed) + unreadable.prefix(5) }
      return [.good("audio", "no audio file has changed since it was saved")]
    } catch {
      return [.wrong("audio", "\(error)")]
    }
  }

  private func folderAccess() -> [Finding] {
    guard !fileExists(folder.database.path) || isWritable(folder.root.path)
    else {
      return [
        .remark(
          "library", "its folder is read-only: memos can be read, but not added or changed",
          fix: "copy the folder to another disk and set SPEECHMEMO_HOME to the copy")
      ]
    }
    guard let status = try? fileStatus(of: folder.root.path), status.st_mode & 0o077 != 0
    else { return [] }
    return [
      .remark(
        "library", "other users of this machine can access its folder",
        fix: "run 'chmod -R go= \(folder.root.path)'")
    ]
  }

  private func fileSizes() async throws -> [String: Int64] {
    Dictionary(
      try await soundFiles.files(folder.audio).map { ($0.name, $0.byteCount) },
      uniquingKeysWith: { first, _ in first })
  }

  private func sizes(of memos: [Recording]) async throws -> [Finding] {
    var (lost, changed): ([Recording], [Recording]) = ([], [])
    let sizes = try await fileSizes()
    for memo in memos {
      guard let size = sizes[folder.audioFile(named: memo.audio.fileName).lastPathComponent]
      else {
        lost.append(memo)
        continue
      }
      if size != memo.audio.byteCount { changed.append(memo) }
    }
    guard !lost.isEmpty
    else { return change(of: changed) }
    return [
      .wrong(
        "audio folder",
        "\(lost.count.counted("memo")) \(lost.count == 1 ? "has" : "have") no audio file",
        fix: "import the same recordings again to restore their audio")
    ] + change(of: changed)
  }

  private func change(of memos: [Recording]) -> [Finding] {
    memos.prefix(5).map { memo in
      .wrong(
        "audio folder", "the audio of '\(memo.title)' has changed since it was saved",
        fix: """
          restore \(folder.audioFile(named: memo.audio.fileName).path) from a backup, or move it \
          away and import the same recording again
          """)
    }
  }

  private func stray() async throws -> [Finding] {
    var (sound, other) = (0, 0)
    for file in try await OrphanedAudio().files() {
      if (try? await audioFile.probe(url: file)) == nil { other += 1 } else { sound += 1 }
    }
    func detail(_ count: Int) -> String {
      "\(count.counted("file")) that no memo refers to"
    }
    var findings: [Finding] = []
    if sound > 0 {
      findings.append(
        .remark(
          "audio folder", detail(sound),
          fix: """
            restore a backup with 'speechmemo restore', or repeat an interrupted 'speechmemo move'; \
            then run 'speechmemo recover' to make memos from the rest
            """))
    }
    if other > 0 {
      findings.append(
        .remark(
          "audio folder", "\(detail(other)), without readable audio",
          fix: "check them in \(folder.audio.path) and \(folder.drafts.path), and delete them"))
    }
    return findings
  }
}
