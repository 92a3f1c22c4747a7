import ArgumentParsing
import DatabaseClient
import Dependencies
import RetentionCore
import SharedModels
import SharedSettings
import Sharing
import Styleguide
import TerminalClient

struct TidyCommand {
  var isDryRun = false

  @Dependency(\.database) private var database
  @Dependency(\.terminal) private var terminal
  @Dependency(\.retentionKeeper) private var retentionKeeper
  @SharedReader(.settings) private var settings

  func run() async throws {
    if let error = $settings.loadError {
      throw CommandFailure("nothing was moved or deleted: \(error)")
    }
    let plan = try await retentionKeeper.plan(retention: settings.retention)
    guard !plan.isEmpty
    else { return terminal.note("Nothing is old enough to be moved or deleted.") }
    guard !isDryRun
    else { return try show(plan) }
    let outcome = try await retentionKeeper.apply(plan: plan)
    if terminal.isJSON { try await printEvents(of: plan, outcome) }
    for failure in outcome.failures {
      try terminal.warn(failure.printable, json: ["event": "failed", "reason": failure])
    }
    if outcome.deletedCount > 0 {
      terminal.note(
        """
        \(outcome.deletedCount.counted("memo")) permanently deleted, \(outcome.freedByteCount.fileSize) freed
        """)
    }
    if !outcome.trashed.isEmpty {
      terminal.note(
        "\(outcome.trashed.count.counted("memo")) moved to the trash; 'speechmemo undo' restores \(outcome.trashed.count == 1 ? "it" : "them")."
      )
    }
    if !outcome.failures.isEmpty { throw CommandFailure.alreadyReported }
  }

  private func show(_ plan: RetentionPlan) throws {
    for line in plan.lines { terminal.hint(line) }
    for memo in plan.toDelete {
      try terminal.line(
        "\(memo.id.short)  delete         \(memo.title.printable)", json: .memo("wouldDelete", memo)
      )
    }
    for memo in plan.toTrash {
      try terminal.line(
        "\(memo.id.short)  move to trash  \(memo.title.printable)", json: .memo("wouldTrash", memo))
    }
  }

  private func printEvents(of plan: RetentionPlan, _ outcome: RetentionOutcome) async throws {
    let ids = plan.toDelete.map(\.id)
    let kept = try await database.recordings(matching: RecordingQuery(ids: ids, place: nil))
    for memo in plan.toDelete where !kept.contains(where: { $0.id == memo.id }) {
      try terminal.json(.memo("deleted", memo))
    }
    for memo in plan.toTrash where outcome.trashed.contains(memo.id) {
      try terminal.json(.memo("trashed", memo))
    }
  }
}

extension RetentionPlan {
  var lines: [String] {
    var lines: [String] = []
    if !toTrash.isEmpty {
      lines.append(
        "\(toTrash.count.counted("memo")) (\(trashedByteCount.fileSize)) would be moved to the trash."
      )
    }
    if !toDelete.isEmpty {
      lines.append(
        "\(toDelete.count.counted("memo")) (\(freedByteCount.fileSize)) would be permanently deleted."
      )
    }
    return lines
  }
}

extension CommandTable {
  static let tidy: Command = {
    let dryRun = Parameter.flag("dry-run", help: "Only print what would be moved or deleted.")
    return Command(
      "tidy", summary: "Move old memos to the trash and permanently delete old trash",
      discussion: """
        The settings memo-days and trash-days define what is old. The app does the same when it \
        starts. Memos that you restore from the trash are not moved again.
        """,
      options: [dryRun], refusedOptions: GlobalOptions.localOnly
    ) { arguments in
      try await TidyCommand(isDryRun: arguments[dryRun]).run()
    }
  }()
}
