import ArgumentParsing
import Foundation
import TestPrograms
import Testing

@Suite("Completions")
struct CompletionTests {
  /// The completions of bash for the line, whose last word is being typed.
  private func bash(_ words: String..., of command: Command = Sample.command) throws -> [String] {
    let script = """
      \(command.completionScript(for: .bash))
      COMP_WORDS=(\((["memo"] + words).map { "'\($0)'" }.joined(separator: " ")))
      COMP_CWORD=\(words.count)
      _memo
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    return try run("/bin/bash", ["--norc", "-c", script])
      .split(separator: "\n").map(String.init)
  }

  private func run(_ path: String, _ arguments: [String]) throws -> String {
    let run = try runProgram(path, arguments)
    #expect(run.succeeded)
    return run.output + run.errors
  }

  @Test("bash completes commands, then their arguments")
  func bashCommands() throws {
    #expect(try bash("") == ["import", "export", "settings"])
    #expect(try bash("ex") == ["export"])
    #expect(try bash("settings", "") == ["get", "set"])
    #expect(try bash("--json", "settings", "s") == ["set"])
    #expect(try bash("export", "--f") == ["--format"])
    #expect(try bash("import", "--no") == ["--no-wait"])
    #expect(try bash("add", "--q") == ["--quiet"])
    #expect(try bash("import", "--tr") == [])
  }

  @Test("bash completes option values and does not take a value for a command")
  func bashValues() throws {
    #expect(try bash("export", "--format", "") == ["txt", "srt", "vtt"])
    #expect(try bash("export", "-f", "s") == ["srt"])
    #expect(try bash("export", "--format", "=", "v") == ["vtt"])
    #expect(try bash("--library", "export", "imp") == ["import"])
    #expect(try bash("export", "x", "--offset", "") == [])
  }

  @Test("bash offers files and folders, with blanks in their names")
  func bashFiles() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent(UUID().uuidString).path
    try FileManager.default.createDirectory(
      atPath: folder + "/a folder", withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try Data().write(to: URL(fileURLWithPath: folder + "/a file.wav"))
    #expect(
      Set(try bash("import", folder + "/a")) == [folder + "/a file.wav", folder + "/a folder"])
    #expect(try bash("--library", folder + "/a") == [folder + "/a folder"])
  }

  /// A program whose values are printed by commands.
  private static let printing: Command = {
    let ids = Parameter.arguments(
      "ID", as: String.self, completion: .output(of: "printf '31\\tA talk\\n32\\tB\\n'"),
      help: "Memos.")
    let near = Parameter.option(
      "near", as: String.self, completion: .output(of: "false loud"), help: "A place.")
    let words = Parameter.arguments(
      "WORD", as: String.self, completion: .outputForWords(of: "printf '%s\\n'"), help: "Words.")
    return Command(
      "memo", summary: "Show memos",
      subcommands: [
        Command("show", summary: "Show", options: [near], arguments: [ids], run: { _ in }),
        Command("set", summary: "Set", arguments: [words], run: { _ in }),
      ])
  }()

  @Test("bash completes a command's output without descriptions or errors")
  func bashPrinted() throws {
    #expect(try bash("show", "", of: Self.printing) == ["31", "32"])
    #expect(try bash("show", "31", "", of: Self.printing) == ["31", "32"])
    #expect(try bash("show", "32", of: Self.printing) == ["32"])
    #expect(try bash("show", "--near", "", of: Self.printing) == [])
    #expect(try bash("set", "a", "b", "", of: Self.printing) == ["--", "set", "a", "b"])
  }

  @Test(
    "bash quotes printed values with blanks and other special characters",
    arguments: [
      ("", [#"A\ talk"#, #"A\ \"b\""#, #"it\'s"#, #"a\*b"#]), (#"A\ t"#, [#"A\ talk"#]),
      (#""A t"#, ["A talk"]), (#""A"#, ["A talk", #"A "b""#]), ("a*", [#"a\*b"#]), ("x", []),
    ])
  func bashBlanks(typed: String, offered: [String]) throws {
    let values = Parameter.option(
      "tag", as: String.self,
      completion: .output(of: #"printf 'A talk\t2\nA "b"\n%s\na*b\n' "it's""#), help: "A tag.")
    let command = Command("memo", summary: "List", options: [values], run: { _ in })
    #expect(try bash("--tag", typed, of: command) == offered)
  }

  @Test("zsh and fish complete a command's output")
  func printed() {
    let zsh = Self.printing.completionScript(for: .zsh)
    #expect(zsh.contains(#":TEXT:{compadd -- ${(f)"$(false loud 2>/dev/null | cut -f1)"}}'"#))
    #expect(zsh.contains("-- ${words[1,CURRENT-1]} 2>/dev/null | cut -f1"))
    let fish = Self.printing.completionScript(for: .fish)
    #expect(fish.contains(#"-- (commandline -opc)[2..-1] 2>/dev/null)'"#))
    #expect(fish.contains("-l near -r -f -a '(false loud 2>/dev/null)'"))
  }

  @Test(
    "zsh accepts the script",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zsh")))
  func zshSyntax() throws {
    #expect(
      try run("/usr/bin/zsh", ["-f", "-n", "-c", Sample.command.completionScript(for: .zsh)]) == "")
  }

  @Test("zsh completes options, values, commands and files")
  func zsh() {
    let script = Sample.command.completionScript(for: .zsh)
    #expect(script.hasPrefix("#compdef memo\n"))
    for line in [
      "'--format=[The file'\\''s form.]:FORMAT:(txt srt vtt)'",
      "'*--tag=[A label for the memo.]:TEXT:()'",
      "'*:FILE:_files'",
      "'import:Import audio files'",
      "import|add) _memo_import ;;",
      "'--library=[The library'\\''s folder.]:FOLDER:_files -/'",
    ] {
      #expect(script.contains(line))
    }
    #expect(!script.contains("debug"))
  }

  @Test(
    "fish offers commands, options and values",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/fish")))
  func fish() throws {
    func complete(_ line: String) throws -> [String] {
      let script = Sample.command.completionScript(for: .fish)
      return try run("/usr/bin/fish", ["-N", "-c", script + "complete -C '\(line)'"])
        .split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(try complete("memo ") == ["export", "import", "settings"])
    #expect(try complete("memo settings ") == ["get", "set"])
    #expect(try complete("memo export --format ") == ["srt", "txt", "vtt"])
    #expect(try complete("memo add --no") == ["--no-wait"])
    #expect(try complete("memo export --js") == ["--json"])
  }

  @Test("fish completes values and files, and hides hidden options")
  func fishText() {
    let script = Sample.command.completionScript(for: .fish)
    #expect(
      script.contains(
        "-n '__fish_seen_subcommand_from export' -s f -l format -r -f -a 'txt srt vtt'"))
    #expect(script.contains("-n '__fish_seen_subcommand_from import add' -F"))
    #expect(!script.contains("-a debug"))
  }
}
