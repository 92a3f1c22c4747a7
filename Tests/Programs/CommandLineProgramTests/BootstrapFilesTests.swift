import ArgumentParsing
import Foundation
import ServerConfig
import Testing

@testable import CommandLineProgram

/// The files in `Bootstrap`, for operators: every name in them exists.
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
    try contents("Bootstrap/\(file)")
  }

  private static func contents(_ file: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
  }

  /// The files, and the page that uses them.
  private static let texts = files.map { "Bootstrap/\($0)" } + ["docs/hosting.md"]

  /// The program's and the files' own.
  private static let variables = Set(ServerSetting.all.map(\.variable)).union([
    ServerConfig.fileVariable, "SPEECHMEMO_ENGINE", "SPEECHMEMO_HOME", "SPEECHMEMO_LIBRARY",
    "SPEECHMEMO_MODELS",
    "SPEECHMEMO_S3_ACCESS_KEY_ID", "SPEECHMEMO_S3_CA", "SPEECHMEMO_S3_CREDENTIALS",
    "SPEECHMEMO_S3_ENDPOINT", "SPEECHMEMO_S3_PATH_STYLE", "SPEECHMEMO_S3_PROFILE",
    "SPEECHMEMO_S3_PUBLIC_ENDPOINT", "SPEECHMEMO_S3_REGION", "SPEECHMEMO_S3_SECRET_ACCESS_KEY",
    "SPEECHMEMO_S3_SESSION_TOKEN", "SPEECHMEMO_SERVER", "SPEECHMEMO_SERVER_CA", "SPEECHMEMO_SITE",
    "SPEECHMEMO_TOKEN", "SPEECHMEMO_UPSTREAM",
  ])

  @Test("Units, a container and proxies exist")
  func present() {
    #expect(
      Set(Self.files).isSuperset(of: [
        "Dockerfile", "compose.yaml", "docker/start", "hosted/Caddyfile",
        "hosted/compose.yaml", "hosted/grafana-dashboard.json", "hosted/make-secrets",
        "hosted/prometheus-rules.yaml", "hosted/prometheus.yaml", "hosted/roles.sh",
        "proxies/Caddyfile", "proxies/nginx.conf", "systemd/speechmemo-runner.service",
        "systemd/speechmemo-runner.timer", "systemd/speechmemo-server.service",
        "systemd/speechmemo-server.socket", "systemd/speechmemo-transcriber.service",
      ]), "\(Self.files)")
  }

  @Test("Each variable in a file or page exists", arguments: texts)
  func variables(file: String) throws {
    for match in try Self.contents(file).matches(of: /SPEECHMEMO_[A-Z0-9_]+/) {
      #expect(Self.variables.contains(String(match.0)), "\(match.0)")
    }
  }

  @Test("Each command in a file or page exists with its options", arguments: texts)
  func commands(file: String) throws {
    let table = CommandTable.speechmemo(version: "1")
    let text = try Self.contents(file).replacing("\\\n", with: " ")
    let command = /(?:bin\/|[ \n'`])speechmemo ((?:[a-z][a-z\-]*|--)[^\n;'`&|>]*)/
    for match in text.matches(of: command) {
      // Spaces within a word of the shell are irrelevant here.
      let words = match.1.replacing(/"[^"]*("|$)/, with: "quoted").split(separator: " ")
        .map(String.init).filter { $0 != "." }
      guard let name = words.first, table.subcommands.contains(where: { $0.name == name })
      else {
        // Not a command, but the image, or a word of a sentence.
        #expect(!["bin/", "'", "`"].contains(where: match.0.hasPrefix), "\(match.0)")
        continue
      }
      #expect(throws: Never.self, "\(match.0)") { try table.parse(words) }
    }
  }

  @Test("Each file that is copied or started from the repository exists")
  func paths() throws {
    for file in Self.texts {
      let path = /(?:Bootstrap|Scripts)\/[A-Za-z0-9\-\/.]*[A-Za-z0-9]/
      // Secrets are drawn on each machine, which another test looks at.
      for match in try Self.contents(file).matches(of: path)
      where !match.0.hasPrefix("Bootstrap/hosted/secrets") {
        #expect(
          FileManager.default.fileExists(
            atPath: Self.root.appendingPathComponent(String(match.0)).path), "\(file): \(match.0)")
      }
    }
    for file in ["docker/start", "hosted/make-secrets"] {
      let path = Self.root.appendingPathComponent("Bootstrap/\(file)").path
      #expect(FileManager.default.isExecutableFile(atPath: path))
    }
  }

  @Test(
    "A stopped service finishes its work with its engine, which systemd does not stop",
    arguments: ["systemd/speechmemo-server.service", "systemd/speechmemo-transcriber.service"])
  func stopped(file: String) throws {
    let lines = try Self.text(file).split(separator: "\n")
    #expect(lines.contains("KillMode=mixed"))
    let limit = try #require(lines.first { $0.hasPrefix("TimeoutStopSec=") }?.split(separator: "="))
    let drain = try Self.text(file).firstMatch(of: /--drain (\d+)/)?.1
    #expect(try #require(limit.last.flatMap { Int($0) }) > drain.flatMap { Int($0) } ?? 0)
  }

  @Test("The mounts of the many containers exist, and each secret is generated")
  func mounted() throws {
    let compose = try Self.text("hosted/compose.yaml")
    let mounts = compose.matches(of: /- \.\/([^:]+):/).map { String($0.1) }
    #expect(mounts.count > 5)
    for file in mounts { #expect(Self.files.contains("hosted/\(file)"), "\(file)") }
    let secrets = Set(compose.matches(of: /file: secrets\/([a-z0-9]+)/).map { String($0.1) })
    let drawn = try Self.text("hosted/make-secrets").matches(of: /\bput ([a-z0-9]+)/)
    #expect(secrets == Set(drawn.map { String($0.1) }))
    #expect(
      try Self.text("Dockerfile.dockerignore").contains("Bootstrap/hosted/secrets"),
      "an image has no secrets in it")
  }

  /// Prometheus metrics of servers and transcribers, as in their sources.
  private static func metrics() throws -> Set<String> {
    let sources = root.appendingPathComponent("Sources")
    let files = FileManager.default.enumerator(atPath: sources.path)?.allObjects as? [String] ?? []
    var names: Set<String> = []
    for file in files where file.hasSuffix(".swift") {
      let text = try String(
        contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      names.formUnion(text.matches(of: /"(speechmemo_[a-z_]+)"/).map { String($0.1) })
    }
    return names
  }

  @Test(
    "Each metric in alerts and the dashboard is exported by a program",
    arguments: [
      "hosted/grafana-dashboard.json", "hosted/prometheus-rules.yaml",
      "hosted/prometheus-rules-test.yaml",
    ])
  func metrics(file: String) throws {
    let told = try Self.metrics()
    let used = Set(try Self.text(file).matches(of: /speechmemo_[a-z_]+/).map { String($0.0) })
    #expect(used.count > 5)
    #expect(used.subtracting(told).isEmpty, "\(used.subtracting(told).sorted())")
  }

  @Test("The dashboard is JSON, and each panel has a query and its own place")
  func dashboard() throws {
    struct Dashboard: Decodable {
      struct Panel: Decodable {
        struct Place: Decodable { let x, y, w, h: Int }
        struct Target: Decodable { let expr: String }
        let gridPos: Place
        let id: Int
        let targets: [Target]
        let title: String
      }
      let panels: [Panel]
    }
    let dashboard = try JSONDecoder().decode(
      Dashboard.self, from: Data(try Self.text("hosted/grafana-dashboard.json").utf8))
    #expect(dashboard.panels.count > 5)
    #expect(Set(dashboard.panels.map(\.id)).count == dashboard.panels.count)
    var taken: Set<[Int]> = []
    for panel in dashboard.panels {
      #expect(!panel.targets.isEmpty && panel.targets.allSatisfy { !$0.expr.isEmpty })
      for x in panel.gridPos.x..<panel.gridPos.x + panel.gridPos.w {
        for y in panel.gridPos.y..<panel.gridPos.y + panel.gridPos.h {
          #expect(x < 24 && taken.insert([x, y]).inserted, "\(panel.title)")
        }
      }
    }
  }

  @Test("docs/hosting.md explains each alarm, and each is tested")
  func alarms() throws {
    func names(_ file: String, _ pattern: Regex<(Substring, Substring)>) throws -> Set<String> {
      Set(try Self.contents(file).matches(of: pattern).map { String($0.1) })
    }
    let rules = try names("Bootstrap/hosted/prometheus-rules.yaml", /- alert: (\w+)/)
    #expect(rules.count > 5)
    #expect(try names("docs/hosting.md", /\| `(SpeechMemo\w+)` \|/) == rules)
    #expect(try names("Bootstrap/hosted/prometheus-rules-test.yaml", /alertname: (\w+)/) == rules)
  }

  @Test("The table of docs/server.md and the program's help have all variables")
  func listed() throws {
    let page = try Self.contents("docs/server.md")
    let table = CommandTable.speechmemo(version: "1")
    let help = try #require(table.help(for: ["serve"], width: 1_000))
    for setting in ServerSetting.all {
      #expect(page.contains("| `\(setting.variable)` | `--\(setting.option)` |"))
      #expect(help.contains("\(setting.variable) for --\(setting.option)"))
    }
    #expect(page.contains(ServerConfig.fileVariable) && help.contains(ServerConfig.fileVariable))
  }
}
