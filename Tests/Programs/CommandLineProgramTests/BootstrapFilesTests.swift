import ArgumentParsing
import Foundation
import ServerConfig
import Testing

@testable import CommandLineProgram

/// What lies in `Bootstrap`, for whoever serves: that it names nothing that is not there.
struct BootstrapFilesTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static let files: [String] = {
    let folder = root.appendingPathComponent("Bootstrap").path
    let paths = FileManager.default.enumerator(atPath: folder)?.allObjects as? [String] ?? []
    return paths.filter { !(isFolder("\(folder)/\($0)")) }.sorted()
  }()

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  private static func text(_ file: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent("Bootstrap/\(file)"), encoding: .utf8)
  }

  /// Those of the program, and those of the files themselves.
  private static let variables = Set(ServerSetting.all.map(\.variable)).union([
    ServerConfig.fileVariable, "SPEECHMEMO_ENGINE", "SPEECHMEMO_HOME", "SPEECHMEMO_SITE",
    "SPEECHMEMO_UPSTREAM",
  ])

  @Test("There are units, a container and proxies")
  func present() {
    #expect(
      Set(Self.files).isSuperset(of: [
        "Dockerfile", "compose.yaml", "docker/start", "proxies/Caddyfile", "proxies/nginx.conf",
        "systemd/speechmemo-runner.service", "systemd/speechmemo-runner.timer",
        "systemd/speechmemo-server.service", "systemd/speechmemo-server.socket",
      ]), "\(Self.files)")
  }

  @Test("Each variable that a file names is one", arguments: files)
  func variables(file: String) throws {
    for match in try Self.text(file).matches(of: /SPEECHMEMO_[A-Z_]+/) {
      #expect(Self.variables.contains(String(match.0)), "\(match.0)")
    }
  }

  @Test("Each command that a file runs is one, with its options", arguments: files)
  func commands(file: String) throws {
    let table = CommandTable.speechmemo(version: "1")
    let text = try Self.text(file)
    for match in text.matches(of: /(?:bin\/| |')speechmemo ((?:[a-z][a-z\-]*|--)[^\n;"'&|]*)/) {
      let words = match.1.split(separator: " ").map(String.init).filter { $0 != "." }
      guard let name = words.first, table.subcommands.contains(where: { $0.name == name })
      else {
        // Not a command, but the image, or a word of a sentence.
        #expect(!match.0.hasPrefix("bin/") && !match.0.hasPrefix("'"), "\(match.0)")
        continue
      }
      #expect(throws: Never.self, "\(match.0)") { try table.parse(words) }
    }
  }

  @Test("What a file copies or starts from the repository is there")
  func paths() throws {
    for file in Self.files {
      for match in try Self.text(file).matches(of: /(?:Bootstrap|Scripts)\/[A-Za-z\-\/.]*[A-Za-z]/)
      {
        #expect(
          FileManager.default.fileExists(
            atPath: Self.root.appendingPathComponent(String(match.0)).path), "\(file): \(match.0)")
      }
    }
    let start = Self.root.appendingPathComponent("Bootstrap/docker/start").path
    #expect(FileManager.default.isExecutableFile(atPath: start))
  }

  @Test("The README's table of variables and the program's help have all of them")
  func listed() throws {
    let readMe = try String(
      contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
    let table = CommandTable.speechmemo(version: "1")
    let help = try #require(table.help(for: ["serve"], width: 1_000))
    for setting in ServerSetting.all {
      #expect(readMe.contains("| `\(setting.variable)` | `--\(setting.option)` |"))
      #expect(help.contains("\(setting.variable) for --\(setting.option)"))
    }
    #expect(readMe.contains(ServerConfig.fileVariable) && help.contains(ServerConfig.fileVariable))
  }
}
