import ArgumentParsing
import Dependencies
import FileStorage
import Foundation
import TerminalClient
import WatchCore

extension CommandTable {
  static let watch: Command = {
    let folders = Parameter<[String]>.arguments(
      "FOLDER", completion: .folders, help: "Folders to watch for audio files.")
    let delete = Parameter.flag(
      "delete", help: "Delete each file once its memo is saved.")
    let moveTo = Parameter<String?>.option(
      "move-to", placeholder: "FOLDER", completion: .folders,
      help: "Move each file to this folder once its memo is saved.")
    let rest = Parameter.option(
      "settle", default: Duration.seconds(2),
      help: "How long a file must stay unchanged before it is imported.")
    let unit = Parameter.flag(
      "systemd-unit",
      help: "Print a systemd unit that watches while you are logged in, and exit.")
    return Command(
      "watch", summary: "Import and transcribe files that arrive in folders, until stopped",
      discussion: """
        Imports the files in the folders and their subfolders, and then new files as they arrive. A \
        file that is still being written is imported when it is complete. Hidden and temporary files, \
        such as talk.wav.part, are skipped until they are renamed. Imported files are remembered. A \
        file that cannot be imported is reported once, and retried when it changes. If a folder \
        is missing, the command waits for it. With --json each event is a line: 'saved', 'existing', \
        'transcribed' and 'failed' as for import; 'refused', 'postponed', 'deleted' and 'moved' for \
        files; 'missing' and 'found' for folders; 'waiting' and 'problem'.

        To watch whenever you are logged in: speechmemo watch --systemd-unit FOLDER > \
        ~/.config/systemd/user/speechmemo-watch.service, and then systemctl --user enable --now \
        speechmemo-watch.
        """,
      options: [moveTo, delete, rest, unit] + RequestOptions.all, traits: [.addsMemos],
      arguments: [folders]
    ) { arguments in
      let given = arguments[folders]
      guard !given.contains(""), arguments[moveTo] != ""
      else { throw CommandFailure("a folder name is empty") }
      guard !(arguments[delete] && arguments[moveTo] != nil)
      else { throw arguments.usageError("--delete and --move-to cannot be combined") }
      func folder(_ path: String) -> URL {
        XDGFolders().url(of: path, isDirectory: true).standardizedFileURL
      }
      var plan = WatchPlan(given.map(folder), rest: arguments[rest])
      if arguments[delete] { plan.disposal = .delete }
      if let place = arguments[moveTo] { plan.disposal = .move(to: folder(place)) }
      plan.width = arguments[RequestOptions.width]
      let request = try RequestOptions.request(arguments)
      if arguments[unit] {
        @Dependency(\.terminal) var terminal
        try terminal.line(SystemdUnit(plan: plan, request: request).text)
      } else {
        plan.job = request.completed()
        try await watch(plan)
      }
    }
  }()
  private static func watch(_ plan: WatchPlan) async throws {
    @Dependency(\.stopRequests) var stopRequests
    @Dependency(\.terminal) var terminal
    let report = WatchReport(folders: plan.folders)
    stopRequests.ignoreHangUp()
    await ModelDownloads().note([plan.job.model])
    do {
      try await FolderWatcher(plan) { try await report.report($0) }.run()
    } catch is CancellationError {
      terminal.hint("stopped; the next watch continues from here")
    } catch let problem as WatchPlanProblem {
      throw CommandFailure(problem.description)
    }
  }
}
