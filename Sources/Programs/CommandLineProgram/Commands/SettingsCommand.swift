import TerminalClient
import Dependencies
import LibraryFolder
import RetentionCore
import SharedModels
import SharedSettings
import Sharing
import Styleguide

/// `speechmemo settings`: shows the settings, or changes one.
struct SettingsCommand {
  /// The only one to show, or the one to change.
  var setting: Setting?
  /// What to change it to.
  var value: String?
  var json = false

  @Dependency(\.terminal) private var terminal
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.retentionKeeper) private var retentionKeeper
  @Shared(.settings) private var settings

  func run() async throws {
    if let error = $settings.loadError {
      terminal.note("speechmemo: \(String(describing: error).printable)")
    }
    guard let setting, let value
    else { return try show(setting.map { [$0] } ?? Setting.allCases) }
    let before = settings.retention
    var changed = settings
    do {
      try setting.set(value, in: &changed)
    } catch {
      throw CommandFailure("\(setting.rawValue): \(error)")
    }
    // The settings may be the first file ever stored in the library.
    try LibraryFolder.make(folder.root)
    // Only this one: another process may change the others meanwhile.
    try $settings.withLock { try setting.set(setting.text(in: changed), in: &$0) }
    try await $settings.save()
    try show([setting])
    if settings.retention != before { try await noteWhatIsOld() }
  }

  private struct Line: Encodable {
    let setting: String
    let value: String
    let isDefault: Bool
  }

  private func show(_ shown: [Setting]) throws {
    let width = shown.map(\.rawValue.count).max() ?? 0
    for setting in shown {
      let value = setting.text(in: settings)
      if json {
        try terminal.json(
          Line(
            setting: setting.rawValue, value: value, isDefault: value == setting.defaultText))
      } else {
        let name = setting.rawValue.padded(to: width)
        try terminal.line(value.isEmpty ? setting.rawValue : "\(name)  \(value.printable)")
      }
    }
  }

  private func noteWhatIsOld() async throws {
    let plan = try await retentionKeeper.plan(retention: settings.retention)
    guard !plan.isEmpty
    else { return }
    for line in plan.lines { terminal.note(line) }
    terminal.note("Do it now with 'speechmemo tidy'; otherwise it happens when the app starts.")
  }
}

/// `speechmemo tidy`: moves old memos to the trash and deletes old trash, as the settings say.
struct TidyCommand {
  /// Whether to print only what would be moved or deleted.
  var isDryRun = false

  @Dependency(\.terminal) private var terminal
  @Dependency(\.retentionKeeper) private var retentionKeeper
  @SharedReader(.settings) private var settings

  func run() async throws {
    if let error = $settings.loadError {
      throw CommandFailure("nothing was moved: \(error)")
    }
    let plan = try await retentionKeeper.plan(retention: settings.retention)
    guard !plan.isEmpty
    else {
      terminal.note("Nothing is old enough to be moved or deleted.")
      return
    }
    if isDryRun {
      for line in plan.lines { terminal.note(line) }
      for memo in plan.toForget {
        try terminal.line("\(memo.id.short)  delete         \(memo.title.printable)")
      }
      for memo in plan.toTrash {
        try terminal.line("\(memo.id.short)  move to trash  \(memo.title.printable)")
      }
      return
    }
    let outcome = try await retentionKeeper.apply(plan: plan)
    for failure in outcome.failures { terminal.note("speechmemo: \(failure.printable)") }
    if outcome.forgottenCount > 0 {
      terminal.note(
        """
        \(outcome.forgottenCount.memos) permanently deleted, \(outcome.freedByteCount.fileSize) freed
        """)
    }
    if !outcome.trashed.isEmpty {
      terminal.note(
        "\(outcome.trashed.count.memos) moved to the trash; 'speechmemo undo' restores \(outcome.trashed.count == 1 ? "it" : "them")."
      )
    }
    guard outcome.failures.isEmpty
    else { throw CommandFailure.alreadyReported }
  }
}

extension RetentionPlan {
  /// What would be moved or deleted, for a person to read.
  fileprivate var lines: [String] {
    var lines: [String] = []
    if !toTrash.isEmpty {
      lines.append(
        "\(toTrash.count.memos) (\(trashedByteCount.fileSize)) would be moved to the trash.")
    }
    if !toForget.isEmpty {
      lines.append(
        "\(toForget.count.memos) (\(freedByteCount.fileSize)) would be deleted from the trash.")
    }
    return lines
  }
}

extension Int {
  fileprivate var memos: String { "\(self) memo\(self == 1 ? "" : "s")" }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
