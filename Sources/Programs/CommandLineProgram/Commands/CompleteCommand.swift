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
    case inputs, languages, memos, models, outputs, settings, tags, undo
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

  /// Tags of older memos are not offered, so that a large library is not read at every completion.
  private static let tagLimit = 5000

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
    case .tags: try await tags()
    case .undo: try await memos(in: .trash) + memos(in: .library)
    }
  }

  private func tags() async throws -> [(String, String)] {
    try await recordings(in: .library, limit: Self.tagLimit).tagCounts
      .filter(\.tag.isCompletable)
      .map { ($0.tag, $0.count.counted("memo")) }
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
    case .setting(.compute): Settings.Compute.allCases.map(\.rawValue)
    case .setting(.quality): TranscriptionQuality.allCases.map(\.rawValue)
    case .setting(.theme): Settings.Theme.all.map(\.name)
    case .setting(let setting): [setting.defaultText].filter { !$0.isEmpty }
    case .webhook: ["none", "test"]
    }
  }

  private func modelNames() async -> [String] {
    await speechClient.engineStatus().models.map(\.name)
  }

  /// IDs, then the titles that name one memo.
  private func memos(in place: RecordingQuery.Place) async throws -> [(String, String)] {
    let memos = try await recordings(in: place, limit: Self.limit)
    let counts: [String: Int] = memos.reduce(into: [:]) {
      $0[$1.title.caseFolded, default: 0] += 1
    }
    let titled = memos.filter { memo in
      let title = memo.title.caseFolded
      return memo.title.isCompletable && counts[title] == 1 && title != "last"
        && !memos.contains { $0.id.text.hasPrefix(title) }
    }
    return memos.map { ($0.id.short, $0.title) } + titled.map { ($0.title, $0.id.short) }
  }

  private func recordings(
    in place: RecordingQuery.Place, limit: Int
  ) async throws -> [Recording] {
    // Querying the database would create a library.
    guard try await files.item(at: folder.database) == .file
    else { return [] }
    return try await database.recordings(matching: RecordingQuery(place: place, limit: limit))
  }
}

extension String {
  fileprivate var isCompletable: Bool { !isEmpty && !hasPrefix("-") && printable == self }
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
