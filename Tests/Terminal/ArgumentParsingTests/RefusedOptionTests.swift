import ArgumentParsing
import Testing

@Suite("Options that a command refuses")
struct RefusedOptionTests {
  private static let json = Parameter.flag("json", help: "Print JSON.")
  private static let server = Parameter<String?>.option(
    "server", placeholder: "URL", help: "The server.")

  private let program = Command(
    "memo", summary: "Turn speech into text", options: [json, server],
    subcommands: [
      Command("list", summary: "List memos", run: { _ in }),
      Command(
        "app", aliases: ["ui"], summary: "Open the app",
        refusedOptions: ["json": "it draws on the terminal"],
        subcommands: [Command("keys", summary: "Show the keys", run: { _ in })],
        run: { _ in }),
    ])

  private func error(_ line: String...) -> String? {
    do {
      _ = try program.parse(line)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("The reason is given, whether the option stands before the command or after it")
  func reason() {
    let message = "--json is not supported: it draws on the terminal"
    #expect(error("app", "--json")?.contains("memo app: \(message)") == true)
    #expect(error("--json", "ui")?.contains("memo app: \(message)") == true)
    #expect(error("app", "keys", "--json")?.contains("memo app keys: \(message)") == true)
    #expect(error("list", "--json") == nil)
    #expect(error("app", "--server", "x") == nil)
  }

  @Test("Help and completions leave it out")
  func help() {
    #expect(program.help(for: ["list"])?.contains("--json") == true)
    #expect(program.help(for: ["app"])?.contains("--json") == false)
    #expect(program.help(for: ["app"])?.contains("--server") == true)
    #expect(program.help(for: ["app", "keys"])?.contains("--json") == false)
    #expect(
      program.completionScript(for: .fish).contains(
        "complete -c memo -n 'not __fish_seen_subcommand_from app ui' -l json -d 'Print JSON.'"))
    #expect(
      program.completionScript(for: .fish).contains("complete -c memo -l server -r -f -d 'The"))
  }

  @Test("A refusal of an option that does not exist is a problem of the table")
  func problems() {
    #expect(program.problems().isEmpty)
    let wrong = Command(
      "memo", summary: "", refusedOptions: ["jsn": "it draws"], run: { _ in })
    #expect(wrong.problems() == ["memo: refuses --jsn, which does not exist"])
  }
}
