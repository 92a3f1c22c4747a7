import FileStorage
public import Foundation
import SpeechClient

/// How the engine's process is run.
public struct EngineSettings: Sendable {
  /// After a cancelled request the process has this long to notice, before it is killed.
  public var cancelGrace: Duration
  /// The environment that the engine is found by and runs in.
  public var environment: [String: String]
  /// How many processes may run at once. Requests beyond that wait. A process is started only for
  /// a request that finds none free.
  public var processCount: Int
  /// The path of a program that speaks the protocol, to be used in place of the engine that set-up
  /// installs. An engine that the environment names comes first.
  public var program: String?
  /// How often one request may start a new process because the one it had was lost.
  public var restartLimit: Int
  /// A process that says nothing for this long while it works is taken to hang.
  public var silenceLimit: Duration
  /// A process has this long to say that it is ready.
  public var startLimit: Duration
  /// How many cores a process may keep busy.
  var threadCount: Int

  /// Creates settings, for at least one process.
  public init(
    cancelGrace: Duration = .seconds(5),
    environment: [String: String] = ProcessInfo.processInfo.environment,
    processCount: Int = coreCount,
    program: String? = nil,
    restartLimit: Int = 2,
    silenceLimit: Duration = .seconds(900),
    startLimit: Duration = .seconds(60)
  ) {
    self.cancelGrace = cancelGrace
    self.environment = environment
    self.processCount = max(1, processCount)
    self.program = program
    self.restartLimit = restartLimit
    self.silenceLimit = silenceLimit
    self.startLimit = startLimit
    self.threadCount = Self.coreCount
  }

  /// Settings for speech that goes on: a process for each task, at once, with all cores.
  var live: Self {
    var live = self
    live.processCount = .max
    return live
  }

  /// Settings for a process that is one of `count` at work: these share the cores.
  func sharing(with count: Int) -> Self {
    guard processCount < .max
    else { return self }
    var shared = self
    shared.threadCount = max(1, Self.coreCount / max(1, count))
    return shared
  }

  /// How many cores this process may use.
  public static var coreCount: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}

/// The command that starts an engine.
struct EngineCommand: Sendable {
  var executable: String
  var arguments: [String]
  /// What is written to the process before the first message.
  var preface = Data()
}

extension EngineSettings {
  static let setUpHint = "run 'make bootstrap' to set it up"

  /// Where the engine is, or would be: another program that speaks the protocol, or the folder
  /// that set-up makes.
  var location: String {
    value("SPEECHMEMO_HELPER")
      ?? value("SPEECHMEMO_ENGINE")
      ?? program
      ?? XDGFolders(
        environment: environment,
        home: URL(fileURLWithPath: value("HOME") ?? NSHomeDirectory(), isDirectory: true)
      ).data.path + "/speechmemo-engine"
  }

  private func value(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Throws ``SpeechClient/SpeechClient/Failure`` if there is no engine.
  func command() throws -> EngineCommand {
    let location = location
    if let helper = value("SPEECHMEMO_HELPER") {
      guard FileManager.default.isExecutableFile(atPath: helper)
      else {
        throw SpeechClient.Failure.engine(
          message: "SPEECHMEMO_HELPER names no program that can be run: \(helper)",
          hint: "correct it, or unset it to use the default engine")
      }
      return EngineCommand(executable: helper, arguments: [])
    }
    if let program, value("SPEECHMEMO_ENGINE") == nil {
      guard FileManager.default.isExecutableFile(atPath: program)
      else {
        throw SpeechClient.Failure.engine(
          message: "the settings name an engine that cannot be run: \(program)",
          hint: "'speechmemo settings engine whisper' goes back to the default engine")
      }
      return EngineCommand(executable: program, arguments: [])
    }
    let python = location + "/bin/python"
    guard FileManager.default.isExecutableFile(atPath: python),
      FileManager.default.fileExists(atPath: location + "/stamp")
    else {
      throw SpeechClient.Failure.engine(
        message: "the speech engine is not set up in \(location)", hint: Self.setUpHint)
    }
    let program = try EngineProgram.source
    return EngineCommand(
      executable: python,
      arguments: ["-I", "-c", "import sys; exec(sys.stdin.buffer.read(\(program.count)))"],
      preface: program)
  }
}
