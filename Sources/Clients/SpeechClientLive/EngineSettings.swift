public import FileStorage
import Foundation
import POSIX
import SpeechClient

/// How the engine's process is run.
public struct EngineSettings: Sendable {
  /// How long to wait for a process that lends engines to say that it does.
  public var borrowLimit: Duration = .seconds(2)
  /// After a cancelled request the process has this long to notice, before it is killed.
  public var cancelGrace: Duration
  /// The environment that the engine is found by and runs in.
  public var environment: [String: String]
  /// How long a process is kept that nobody needs.
  public var idleLimit: Duration
  /// After how long to look again whether another process that lends engines is gone.
  public var lendingPause: Duration = .seconds(10)
  /// How many processes may run at once. Requests beyond that wait. A process is started only for
  /// a request that finds none free.
  public var processCount: Int
  /// The path of a program that speaks the protocol, to be used in place of the engine that set-up
  /// installs. An engine that the environment names comes first.
  public var program: String?
  /// How often one request may start a new process because the one it had was lost.
  public var restartLimit: Int
  /// The path of the script that installs the default engine, which people are told to run where it
  /// is missing or broken; `nil` where there is none beside the program.
  public var setUpScript: String?
  /// A process is taken to hang that gives no sign of life for this long while it works, and twice
  /// the length of the sound that it has been given and has not told of.
  public var silenceLimit: Duration
  /// A process has this long to say that it is ready.
  public var startLimit: Duration

  /// Creates settings, for at least one process.
  public init(
    cancelGrace: Duration = .seconds(5),
    environment: [String: String] = XDGFolders.processEnvironment,
    idleLimit: Duration? = nil,
    processCount: Int = coreCount,
    program: String? = nil,
    restartLimit: Int = 2,
    silenceLimit: Duration = .seconds(90),
    startLimit: Duration = .seconds(60)
  ) {
    self.cancelGrace = cancelGrace
    self.environment = environment
    self.idleLimit = idleLimit ?? Self.idleLimit(environment)
    self.processCount = max(1, processCount)
    self.program = program
    self.restartLimit = restartLimit
    self.setUpScript = EngineSetUp.script()
    self.silenceLimit = silenceLimit
    self.startLimit = startLimit
  }

  /// How long a process may be silent that has so much sound of which it has told nothing.
  func silenceLimit(withSound sound: Duration) -> Duration {
    silenceLimit + max(.zero, sound) * 2
  }

  /// Settings for speech that goes on: a process for each task, at once, with all cores.
  var live: Self {
    var live = self
    live.processCount = .max
    return live
  }

  /// What `SPEECHMEMO_ENGINE_IDLE` says in minutes; else ten of them.
  private static func idleLimit(_ environment: [String: String]) -> Duration {
    let minutes = environment["SPEECHMEMO_ENGINE_IDLE"].flatMap { Int64($0) } ?? 10
    return .seconds(60 * min(max(minutes, 0), 1_000_000))
  }

  /// How many cores this process may use.
  public static var coreCount: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}

/// The command that starts an engine.
struct EngineCommand: Sendable {
  var executable: String
  var arguments: [String]
  /// What is added to the environment.
  var environment: [String: String] = [:]
  /// Files besides the executable that change when the engine is set up again.
  var signs: [String] = []
  /// What is written to the process before the first message.
  var preface = Data()
}

extension EngineSettings {
  /// Whose engine it is.
  enum Choice {
    /// The program that the environment names.
    case helper(String)
    /// The program that a person has chosen.
    case program(String)
    /// The folder that set-up makes.
    case usual(String)
  }

  /// Whether the environment names an engine, which is used whatever else is chosen.
  public var isEngineNamed: Bool {
    place("SPEECHMEMO_HELPER") != nil || place("SPEECHMEMO_ENGINE") != nil
  }

  var choice: Choice {
    if let path = place("SPEECHMEMO_HELPER") { return .helper(path) }
    if let path = place("SPEECHMEMO_ENGINE") { return .usual(path) }
    if let program { return .program(program) }
    return .usual(folders.data.path + "/speechmemo-engine")
  }

  /// Where the engine is, or would be: another program that speaks the protocol, or the folder
  /// that set-up makes.
  var location: String {
    switch choice {
    case .helper(let path), .program(let path), .usual(let path): path
    }
  }

  /// Where the engine and its weights are, or would be, and why.
  var engineFolders: [SpeechEngineFolder] {
    switch choice {
    case .helper(let path):
      return [
        SpeechEngineFolder(name: "engine", path: path, origin: "set by SPEECHMEMO_HELPER")
      ]
    case .program(let path):
      return [SpeechEngineFolder(name: "engine", path: path, origin: "set in the settings")]
    case .usual(let path):
      let isNamed = place("SPEECHMEMO_ENGINE") != nil
      return [
        SpeechEngineFolder(
          name: "engine folder", path: path,
          origin: isNamed ? "set by SPEECHMEMO_ENGINE" : folders.origin(of: "XDG_DATA_HOME")),
        addedModels, fetchedModels,
      ]
    }
  }

  /// Where the weights are that a person has added.
  var addedModels: SpeechEngineFolder {
    if let path = place("SPEECHMEMO_MODELS") {
      return SpeechEngineFolder(
        name: "added models", path: path, origin: "set by SPEECHMEMO_MODELS")
    }
    return SpeechEngineFolder(
      name: "added models", path: folders.data.path + "/speechmemo-models",
      origin: folders.origin(of: "XDG_DATA_HOME"))
  }

  /// Where the hub's client keeps the weights that it fetches.
  private var fetchedModels: SpeechEngineFolder {
    for (variable, folder) in [("HF_HUB_CACHE", ""), ("HF_HOME", "/hub")] {
      if let path = place(variable) {
        return SpeechEngineFolder(
          name: "model cache", path: path + folder,
          origin: folder.isEmpty ? "set by \(variable)" : "under \(variable)")
      }
    }
    return SpeechEngineFolder(
      name: "model cache", path: folders.caches.path + "/huggingface/hub",
      origin: folders.origin(of: "XDG_CACHE_HOME"))
  }

  private var folders: XDGFolders { XDGFolders(environment: environment) }

  private func place(_ variable: String) -> String? {
    environment[variable].flatMap { $0.isEmpty ? nil : folders.url(of: $0).path }
  }

  /// Throws ``SpeechClient/SpeechClient/Failure`` if there is no engine.
  func command() throws -> EngineCommand {
    switch choice {
    case .helper(let path):
      guard isProgram(path)
      else {
        throw SpeechClient.Failure.engine(
          message: "the program set by SPEECHMEMO_HELPER cannot be run: \(path)", hint: setUpHint)
      }
      return EngineCommand(executable: path, arguments: [])
    case .program(let path):
      guard isProgram(path)
      else {
        throw SpeechClient.Failure.engine(
          message: "the engine in the settings cannot be run: \(path)", hint: setUpHint)
      }
      return EngineCommand(executable: path, arguments: [])
    case .usual(let folder):
      let python = folder + "/bin/python"
      guard isProgram(python), isThere(folder + "/stamp")
      else {
        throw SpeechClient.Failure.engine(
          message: place("SPEECHMEMO_ENGINE") == nil
            ? "the speech engine is not set up in \(folder)"
            : "the speech engine is not set up in \(folder), which SPEECHMEMO_ENGINE names",
          hint: setUpHint)
      }
      let program = try EngineProgram.source
      return EngineCommand(
        executable: python,
        arguments: ["-I", "-c", "import sys; exec(sys.stdin.buffer.read(\(program.count)))"],
        environment: ["SPEECHMEMO_MODELS": addedModels.path, "SPEECHMEMO_REPAIR": repairHint],
        signs: [folder + "/stamp"],
        preface: program)
    }
  }
}
