import ArgumentParsing

enum GlobalOptions {
  static let json = Parameter.flag("json", help: "Print one JSON object per line.")
  static let plainHTTP = Parameter.flag(
    "plain-http", help: "Allow unencrypted connections between machines.")
  static let quiet = Parameter.flag(
    "quiet", short: "q", help: "Print only results and problems.")
  static let verbose = Parameter.flag(
    "verbose", short: "v", help: "Print which library, engine, files and commands are used.")

  static let server = Parameter<String?>.option(
    "server", placeholder: "URL",
    help: "Use the library of a server, such as https://home.example.")

  static let all: [any CommandParameter] = [json, plainHTTP, quiet, server, verbose]

  static let localOnly = [
    "plain-http": "it is for --server and for serve",
    "server": "run the command on the machine that has the library",
  ]
}
