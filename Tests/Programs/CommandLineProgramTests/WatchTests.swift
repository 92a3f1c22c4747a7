import ConcurrencyExtras
import Dependencies
import FolderWatchClient
import Foundation
import Testing

struct WatchTests {
  private let session: CommandSession
  private let inbox: URL
  private let folders: SimulatedFolders

  init() throws {
    session = try CommandSession()
    // Beside the library, not in it.
    inbox = session.folder.root.deletingLastPathComponent()
      .appendingPathComponent("inbox-\(UUID().uuidString)", isDirectory: true)
    folders = SimulatedFolders([inbox])
  }

  /// Looks once, and is then stopped, as by Ctrl-C.
  private func watch(_ arguments: String...) async -> CommandSession.Outcome {
    let once = LockIsolated(false)
    return await session.run(["watch"] + arguments + ["--settle", "0s", inbox.path]) {
      var client = FolderWatchClient.simulated(folders)
      client.files = { [files = client.files] folder, isWanted in
        guard once.withValue({ isDone in (isDone, isDone = true).0 }) == false
        else { throw CancellationError() }
        return try await files(folder, isWanted)
      }
      $0.folderWatch = client
    }
  }

  private func arrive(_ name: String, _ text: String = "sound") throws {
    try FileManager.default.createDirectory(at: inbox, withIntermediateDirectories: true)
    let url = inbox.appendingPathComponent(name)
    try Data(text.utf8).write(to: url)
    folders.put(url)
  }

  @Test("New files are reported as by an import, and stopping is not a failure")
  func plain() async throws {
    defer { try? FileManager.default.removeItem(at: inbox) }
    try arrive("a.wav")
    try arrive("bad.wav", "not audio")
    let outcome = await watch()
    #expect(outcome.status == 0)
    #expect(outcome.output.hasPrefix("00000000  saved a, dated by its last change\n"))
    #expect(
      outcome.error == """
        speechmemo: \(inbox.path)/bad.wav is not an audio file, or its format is not \
        supported; convert it to WAV or FLAC; it will be retried when it changes
        waiting for files in \(inbox.path); Ctrl-C stops
        stopped; the next watch continues from here

        """)
  }

  @Test("As JSON each event is a line")
  func json() async throws {
    defer { try? FileManager.default.removeItem(at: inbox) }
    try arrive("a.wav")
    try arrive("bad.wav", "not audio")
    let outcome = await watch("--json", "--delete")
    #expect(outcome.error == "")
    let events = outcome.objects.filter { $0["event"] as? String != "transcribed" }
    #expect(
      events.map { $0["event"] as? String } == ["saved", "deleted", "refused", "waiting"])
    #expect(Set(events[1].keys) == ["event", "file"])
    #expect(Set(events[2].keys) == ["event", "file", "reason"])
  }

  @Test("A missing folder is reported and awaited")
  func missing() async {
    folders.unmount(inbox)
    #expect(
      await watch().error == """
        speechmemo: the folder \(inbox.path) does not exist; waiting for it
        waiting for files in \(inbox.path); Ctrl-C stops
        stopped; the next watch continues from here

        """)
  }

  @Test("Contradictory options are reported")
  func usage() async {
    #expect(
      await watch("--delete", "--move-to", "/elsewhere").error.contains(
        "--delete and --move-to cannot be combined"))
    let outcome = await session.run("watch", session.folder.root.path) {
      $0.folderWatch = .simulated(folders)
    }
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("is the library's own folder"))
    #expect(await session.run("watch", "").error.contains("a folder name is empty"))
  }

  @Test("The unit for systemd runs this program with the same folders and options")
  func unit() async throws {
    let outcome = await session.run(
      "watch", "--systemd-unit", "--move-to", "/done", "--language", "de", "--jobs", "2",
      "--track", "3", "--no-channels", "/in box/100%", "/$HOME \"x\"")
    #expect(outcome.status == 0)
    let line = try #require(
      outcome.output.split(separator: "\n").first { $0.hasPrefix("ExecStart=") })
    #expect(line.hasPrefix("ExecStart=\"/"))
    #expect(
      line.hasSuffix(
        """
         "watch" "--move-to" "/done" "--settle" "2000ms" "--language" "de" "--track" "3" "--no-channels" "--jobs" "2" \
        "--" "/in box/100%%" "/$$HOME \\"x\\""
        """))
    #expect(outcome.output.contains("\n[Install]\nWantedBy=default.target\n"))
  }
}
