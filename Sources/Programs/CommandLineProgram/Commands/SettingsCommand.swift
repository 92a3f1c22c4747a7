import ArgumentParsing
import DatabaseClient
import Dependencies
import LanguageModelClient
import LibraryFolder
import RetentionCore
import SharedSettings
import Sharing
import SpeechClient
import Styleguide
import TerminalClient

struct SettingsCommand {
  var setting: Setting?
  var value: String?

  @Dependency(\.database) private var database
  @Dependency(\.terminal) private var terminal
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.languageModel) private var languageModel
  @Dependency(\.retentionKeeper) private var retentionKeeper
  @Dependency(\.speechClient) private var speechClient
  @Shared(.settings) private var settings

  func run() async throws {
    if let error = $settings.loadError { terminal.warn(of: error) }
    guard let setting
    else {
      try show(Setting.allCases)
      return try await WebhookCommand().showInList(width: Self.nameWidth)
    }
    guard let value
    else {
      try show([setting])
      return noteVariable(overriding: setting)
    }
    let before = settings.retention
    let changed = try settings.with(setting, value, label: "\(setting.rawValue): ")
    if setting == .model, let model = changed.model {
      try await RequestOptions.checkModel(model, for: setting.rawValue, or: "default, ")
    }
    if [.language, .model].contains(setting) {
      try await ModelLanguages().check(changed, for: setting)
    }
    try LibraryFolder.make(folder.root)
    // Other settings may have been changed by another process.
    try await $settings.change { [changed] in try setting.set(setting.text(in: changed), in: &$0) }
    try show([setting])
    noteVariable(overriding: setting)
    if [.engine, .engineKey].contains(setting) { await noteServer() }
    if [.assistant, .assistantKey, .assistantModel].contains(setting) { await noteLanguageModel() }
    if setting == .compute, settings.compute == .cuda { await noteFailure() }
    if settings.retention != before { try await noteExpiredMemos() }
  }

  private static let nameWidth = Setting.allCases.map(\.rawValue.count).max() ?? 0

  private func show(_ shown: [Setting]) throws {
    let width = shown.count > 1 ? Self.nameWidth : 0
    for setting in shown {
      let value = setting.text(in: settings)
      let name = setting.rawValue
      try terminal.line(
        value.isEmpty ? name : "\(name.padded(to: width))  \(value.printable)",
        json: ["setting": name, "value": value, "isDefault": value == setting.defaultText])
    }
  }

  private func noteVariable(overriding setting: Setting) {
    let variables: [String] =
      switch setting {
      case .assistantKey: ["SPEECHMEMO_ASSISTANT_KEY"]
      case .engine where settings.engine == .whisper: ["SPEECHMEMO_HELPER"]
      case .engine: ["SPEECHMEMO_HELPER", "SPEECHMEMO_ENGINE"]
      case .engineKey: ["SPEECHMEMO_ENGINE_KEY"]
      default: []
      }
    guard let variable = variables.first(where: { terminal.variable($0) != nil })
    else { return }
    terminal.warn(
      "\(variable) is set and takes precedence: unset it to use the setting \(setting.rawValue)")
  }

  private func noteFailure() async {
    if let failure = await speechClient.engineStatus().failure { terminal.warn(of: failure) }
  }

  private func noteServer() async {
    guard settings.engine.server != nil
    else { return }
    let status = await speechClient.engineStatus()
    if let server = status.server, !server.isOnThisMachine {
      terminal.note("From now on, audio to transcribe is sent to \(server.name.printable).")
    }
    if let failure = status.failure {
      terminal.warn(of: failure)
    } else if let model = settings.model,
      let reason = status.problem(ofModel: model, or: "default, ")
    {
      terminal.warn("model: \(reason.printable)")
    }
  }

  private func noteLanguageModel() async {
    guard let server = languageModel.server()
    else { return }
    if !server.isOnThisMachine {
      terminal.note("From now on, transcripts to summarize are sent to \(server.name.printable).")
    }
    do { _ = try await languageModel.model() } catch { terminal.warn(of: error) }
  }

  private func noteExpiredMemos() async throws {
    // Reading memos would replace a lost database with an empty one.
    guard (try? database.checkFile()) != nil
    else { return }
    let plan = try await retentionKeeper.plan(retention: settings.retention)
    guard !plan.isEmpty
    else { return }
    for line in plan.lines { terminal.note(line) }
    terminal.note(
      "To do this now, run 'speechmemo tidy'; otherwise the app does it when it starts.")
  }
}

extension CommandTable {
  static let settings: Command = {
    let name = Parameter<SettingName?>.argument(
      optional: "SETTING", completion: .speechmemoForWords(.settings),
      help: "The setting to show or change.")
    let value = Parameter<[String]>.arguments(
      "VALUE", completion: .speechmemoForWords(.settings), isRequired: false,
      help: "The new value.")
    return Command(
      "settings", summary: "Show the settings, or change one",
      discussion: """
        \(Setting.allCases.map { "\($0.rawValue): \($0.help)" }.joined(separator: " ")) Options \
        override settings.

        \(WebhookCommand.name): \(WebhookCommand.help)
        """,
      refusedOptions: GlobalOptions.localOnly, traits: [.worksWithoutDatabase],
      arguments: [name, value]
    ) { arguments in
      let words = arguments[value]
      let text = words.isEmpty ? nil : words.joined(separator: " ")
      switch arguments[name] {
      case .webhook?: try await WebhookCommand(value: text).run()
      case .setting(let setting)?:
        try await SettingsCommand(setting: setting, value: text).run()
      case nil: try await SettingsCommand().run()
      }
    }
  }()
}
