import ArgumentParsing
import Dependencies
import LibraryFolder
import RemoteLibrary
import SpeechClient
import Styleguide
import TerminalClient

enum GlobalOptions {
  static let json = Parameter.flag("json", help: "Print one JSON object per line.")
  static let quiet = Parameter.flag(
    "quiet", short: "q", help: "Print only results and problems.")
  static let verbose = Parameter.flag(
    "verbose", short: "v", help: "Print which library, engine, files and commands are used.")

  static let server = Parameter<String?>.option(
    "server", placeholder: "URL",
    help: "Use the library of a server, such as https://home.example.")

  static let all: [any CommandParameter] = [json, quiet, server, verbose]

  static let localOnly = ["server": "run the command on the machine that has the library"]

  static func apply(
    _ arguments: ParsedArguments, _ remote: RemoteLibrary?, to values: inout DependencyValues
  ) {
    if let remote { values.use(remote) }
    values.terminal.isJSON = arguments[json]
    values.terminal.isQuiet = arguments[quiet]
    values.terminal.isVerbose = arguments[verbose]
  }

  static func logLibrary() {
    @Dependency(\.libraryFolder) var folder
    @Dependency(\.terminal) var terminal
    terminal.detail("library \(folder.root.path.printable)")
  }
}

extension SpeechClient {
  func logEngine() async {
    @Dependency(\.terminal) var terminal
    guard terminal.isVerbose
    else { return }
    let status = await engineStatus()
    let name = status.engine?.text ?? "none"
    let model = status.modelLocation.map { ", default model in \($0)" } ?? ""
    terminal.note("engine \(name) \(status.placeText)\(model)".printable)
  }
}
