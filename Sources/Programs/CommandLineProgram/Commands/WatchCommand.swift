import ArgumentParsing
import DatabaseClient
import Dependencies
import FileStorage
import Foundation
import ImportCore
import LibraryFolder
import SharedModels
import Styleguide
import TerminalClient
import WatchCore

/// `speechmemo watch`: imports and transcribes what arrives in folders, until it is stopped.
struct WatchCommand {
  var plan: WatchPlan
  var json = false

  @Dependency(\.terminal) private var terminal

  func run() async throws {
    let report = WatchReport(json: json, folders: plan.folders)
    do {
      try await FolderWatcher(plan) { try await report($0) }.run()
    } catch is CancellationError {
      // It is ended by being stopped. Nothing is lost: the next one goes on here.
      if !json { terminal.note("stopped; the next watch goes on from here") }
    } catch let problem as WatchPlanProblem {
      throw CommandFailure(problem.description)
    }
  }
}

extension CommandTable {
  static let watch: Command = {
    let folders = Parameter<[String]>.arguments(
      "FOLDER", completion: .folders, help: "Folders in which sound files arrive.")
    let delete = Parameter.flag(
      "delete", help: "Delete each file once its memo is safe.")
    let moveTo = Parameter<String?>.option(
      "move-to", placeholder: "FOLDER", completion: .folders,
      help: "Move each file there once its memo is safe.")
    let rest = Parameter.option(
      "settle", default: Duration.seconds(2),
      help: "How long a file must stay as it is before it is taken for complete.")
    let unit = Parameter.flag(
      "systemd-unit",
      help: "Print a unit for systemd that does this from log-in on, and do nothing else.")
    return Command(
      "watch", summary: "Import and transcribe what arrives in folders, until it is stopped",
      discussion: """
        Takes what is in the folders and in those below them, and then what arrives. A file that is \
        still being written is waited for, and hidden and temporary files, such as talk.wav.part, \
        are passed over until they are renamed. A file that was taken is remembered, and one that \
        cannot be imported is told of once and tried again when it changes. A folder that is gone \
        is waited for. With --json each event is a line: 'saved', 'existing', 'transcribed' and \
        'failed' as for import; 'refused' and 'postponed' for files, 'deleted' and 'moved'; \
        'missing' and 'found' for folders; 'waiting' and 'problem'.

        To have it done whenever you are logged in: speechmemo watch --systemd-unit FOLDER > \
        ~/.config/systemd/user/speechmemo-watch.service, and then systemctl --user enable --now \
        speechmemo-watch.
        """,
      options: [moveTo, delete, rest, unit] + RequestOptions.all, arguments: [folders]
    ) { arguments in
      let given = arguments[folders]
      guard !given.contains(""), arguments[moveTo] != ""
      else { throw CommandFailure("an empty name was given for a folder") }
      guard !(arguments[delete] && arguments[moveTo] != nil)
      else {
        throw UsageError(
          command: "speechmemo watch", message: "--delete and --move-to exclude each other")
      }
      func folder(_ path: String) -> URL {
        XDGFolders().url(of: path, isDirectory: true).standardizedFileURL
      }
      var plan = WatchPlan(given.map(folder), rest: arguments[rest])
      if arguments[delete] { plan.disposal = .delete }
      if let place = arguments[moveTo] { plan.disposal = .move(to: folder(place)) }
      plan.width = arguments[RequestOptions.width]
      let request = try RequestOptions.request(arguments)
      if arguments[unit] {
        try SystemdUnit(plan: plan, request: request).print()
      } else {
        plan.job = request.completed()
        try await WatchCommand(plan: plan, json: arguments[json]).run()
      }
      return .done
    }
  }()
}
