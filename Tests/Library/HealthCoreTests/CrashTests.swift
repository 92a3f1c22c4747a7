import Foundation
import LibraryFolder
import Testing

/// Crashes of a real program, which `CCrashReports` has set up.
@Suite(.enabled(if: CrashingProgram.hasBacktracer, "no swift-backtrace"))
struct CrashTests {
  private let room = FileManager.default.temporaryDirectory
    .appendingPathComponent("crash-\(UUID().uuidString)", isDirectory: true)

  private func makeLibrary(_ name: String = "library") throws -> LibraryFolder {
    let library = LibraryFolder(root: room.appendingPathComponent(name, isDirectory: true))
    try FileManager.default.createDirectory(at: library.root, withIntermediateDirectories: true)
    return library
  }

  private func reports(in library: LibraryFolder) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: library.crashes.path)) ?? []
    return names.compactMap {
      try? String(contentsOf: library.crashes.appendingPathComponent($0), encoding: .utf8)
    }
  }

  @Test(
    "A report names the function that crashed, without the text it was processing",
    arguments: [
      ("index", "wordAfterTheLast(of:)"), ("pointer", "byte(behind:)"), ("message", "main()"),
    ])
  func report(way: String, function: String) throws {
    defer { try? FileManager.default.removeItem(at: room) }
    let library = try makeLibrary()
    let run = try CrashingProgram.run(
      way, "marmalade", environment: ["SPEECHMEMO_HOME": library.root.path])
    #expect(run.signal != nil)
    let reports = reports(in: library)
    #expect(reports.count == 1)
    let report = try #require(reports.first)
    #expect(report.contains("Program crashed"))
    #expect(report.contains(function))
    // The start of the text, or of a word, as the bytes behind a register would show it.
    for part in ["marmalade", "6d 61 72 6d", "Registers", "rsp"] {
      #expect(!report.contains(part), "\(report)")
    }
    let mode = try FileManager.default.attributesOfItem(atPath: library.crashes.path)
    #expect(mode[.posixPermissions] as? Int == 0o700)
  }

  @Test("Without a library no folder is made, and Swift prints the backtrace as usual")
  func noLibrary() throws {
    defer { try? FileManager.default.removeItem(at: room) }
    let home = try makeLibrary("home").root
    let run = try CrashingProgram.run("index", "word", environment: ["HOME": home.path])
    #expect(run.signal != nil)
    #expect(run.errors.contains("wordAfterTheLast(of:)"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == [])
  }

  @Test(
    "The report is in the library that the environment names",
    arguments: [
      ["SPEECHMEMO_HOME": "/R/it", "XDG_DATA_HOME": "/R/data"],
      ["SPEECHMEMO_HOME": "~/it", "HOME": "/R/home"],
      ["SPEECHMEMO_HOME": "", "XDG_DATA_HOME": "/R/data", "HOME": "/R/home"],
      ["XDG_DATA_HOME": "data", "HOME": "/R/home", "PWD": "/"],
      ["HOME": "/R/home", "LOGNAME": "me"],
    ])
  func place(variables: [String: String]) throws {
    defer { try? FileManager.default.removeItem(at: room) }
    let environment = variables.mapValues {
      $0.replacing("/R", with: room.path(percentEncoded: false))
    }
    let library = LibraryFolder(environment: environment)
    try FileManager.default.createDirectory(at: library.root, withIntermediateDirectories: true)
    _ = try CrashingProgram.run("index", "word", environment: environment)
    #expect(reports(in: library).count == 1)
  }

  @Test("The user's own settings for backtraces count")
  func ownSettings() throws {
    defer { try? FileManager.default.removeItem(at: room) }
    let library = try makeLibrary()
    let environment = [
      "SPEECHMEMO_HOME": library.root.path, "SWIFT_BACKTRACE": "enable=no",
    ]
    let run = try CrashingProgram.run("index", "word", environment: environment)
    #expect(run.signal != nil)
    #expect(!run.errors.contains("Backtracing"))
    #expect(reports(in: library) == [])
    #expect(
      try CrashingProgram.run("environment", environment: environment)
        .output.contains("SWIFT_BACKTRACE=enable=no\n"))
  }

  @Test("The program has the environment and the arguments that it was started with")
  func environment() throws {
    defer { try? FileManager.default.removeItem(at: room) }
    let library = try makeLibrary()
    let environment = ["PWD": "/", "SPEECHMEMO_HOME": library.root.path, "USER": "me"]
    let run = try CrashingProgram.run("environment", environment: environment)
    #expect(run.succeeded)
    #expect(run.output == "PWD=/\nSPEECHMEMO_HOME=\(library.root.path)\nUSER=me\n")
  }
}
