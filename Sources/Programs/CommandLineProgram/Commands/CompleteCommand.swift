import ArgumentParsing
import AudioPlayerClient
import AudioRecorderClient
import DatabaseClient
import Dependencies
import ExportFilesClient
import LibraryFolder
import SharedModels
import SharedSettings
import SpeechClient
import Styleguide
import TerminalClient

/// Prints the completions of a value for a shell. Reports no errors and creates no library.
struct CompleteCommand {
  enum Kind: String, CaseIterable {
    case inputs, languages, memos, models, outputs, settings, trash
  }

  var kind: Kind
  var words: [String] = []

  @Dependency(\.audioPlayer) private var audioPlayer
  @Dependency(\.audioRecorder) private var audioRecorder
  @Dependency(\.database) private var database
  @Dependency(\.exportFiles) private var files
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.speechClient) private var speechClient
  @Dependency(\.terminal) private var terminal

  private static let limit = 200

  func run() async throws {
    for (value, name) in (try? await values()) ?? [] {
      try terminal.line("\(value.printable)\t\(name.printable)")
    }
  }

  private func values() async throws -> [(String, String)] {
    switch kind {
    case .inputs: try await audioRecorder.devices().map { ($0.id, $0.name) }
    case .languages: Setting.languageCodes.map { ($0, "") }
    case .memos: try await memos(in: .library)
    case .models: await modelNames().map { ($0, "") }
    case .outputs: try await audioPlayer.devices().map { ($0.id, $0.name) }
    case .settings: await settings().map { ($0, "") }
    case .trash: try await memos(in: .trash)
    }
  }

  private func settings() async -> [String] {
    let words = words.filter { !$0.hasPrefix("-") }.dropFirst()
    guard let name = words.first
    else { return SettingName.allCases.map(\.rawValue) }
    guard words.count == 1, let setting = SettingName(rawValue: name)
    else { return [] }
    return switch setting {
    case .setting(.language): Setting.languageCodes
    case .setting(.model): [Setting.model.defaultText] + (await modelNames())
    case .setting(.theme): Settings.Theme.all.map(\.name)
    case .setting(let setting): [setting.defaultText].filter { !$0.isEmpty }
    case .webhook: ["none", "test"]
    }
  }

  private func modelNames() async -> [String] {
    await speechClient.engineStatus().models.map(\.name)
  }

  private func memos(in place: RecordingQuery.Place) async throws -> [(String, String)] {
    // Querying the database would create a library.
    guard try await files.item(at: folder.database) == .file
    else { return [] }
    return try await database.recordings(
      matching: RecordingQuery(place: place, limit: Self.limit)
    ).map { ($0.id.short, $0.title) }
  }
}

extension CompleteCommand.Kind: ArgumentValue {}

extension Completion {
  static func speechmemo(_ kind: CompleteCommand.Kind) -> Self {
    .output(of: "speechmemo complete \(kind.rawValue)")
  }

  static func speechmemoForWords(_ kind: CompleteCommand.Kind) -> Self {
    .outputForWords(of: "speechmemo complete \(kind.rawValue)")
  }
}

extension CommandTable {
  static let complete: Command = {
    let kind = Parameter<CompleteCommand.Kind>.argument("KIND", help: "The kind of value.")
    let words = Parameter<[String]>.arguments(
      "WORD", isRequired: false, help: "The preceding words of the command line.")
    return Command(
      "complete", summary: "Print the completions for a value",
      refusedOptions: ["json": "it prints completions for a shell"],
      traits: [.worksWithoutLibrary], arguments: [kind, words], isHidden: true
    ) { arguments in
      try await CompleteCommand(kind: arguments[kind], words: arguments[words]).run()
    }
  }()
}
