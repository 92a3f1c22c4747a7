public import FileStorage
import Foundation
import POSIX
import SpeechClient

public struct EngineSettings: Sendable {
  public var borrowTimeout: Duration = .seconds(2)
  /// The device to use: `auto`, `cpu`, or `cuda`.
  public var compute = "auto"
  /// The time for a process to stop after a canceled request, before it is killed.
  public var cancelGrace: Duration
  public var environment: [String: String]
  public var idleTimeout: Duration
  public var lendingPause: Duration = .seconds(10)
  public var processCount = Self.coreCount
  /// Used instead of the default engine. The environment overrides it.
  public var program: String?
  public var restartLimit = 2
  public var setupScript: String?
  /// The longest silence of a working engine, plus twice the length of its unreported audio.
  public var silenceTimeout: Duration
  public var startTimeout: Duration

  public init(
    cancelGrace: Duration = .seconds(5),
    environment: [String: String] = XDGFolders.processEnvironment,
    program: String? = nil,
    silenceTimeout: Duration = .seconds(90),
    startTimeout: Duration = .seconds(60)
  ) {
    self.cancelGrace = cancelGrace
    self.environment = environment
    self.idleTimeout = Self.idleTimeout(environment)
    self.program = program
    self.setupScript = EngineSetup.script()
    self.silenceTimeout = silenceTimeout
    self.startTimeout = startTimeout
  }

  func silenceTimeout(withSound sound: Duration) -> Duration {
    silenceTimeout + max(.zero, sound) * 2
  }

  var live: Self {
    var live = self
    live.processCount = .max
    return live
  }

  private static func idleTimeout(_ environment: [String: String]) -> Duration {
    let minutes = environment["SPEECHMEMO_ENGINE_IDLE"].flatMap { Int64($0) } ?? 10
    return .seconds(60 * min(max(minutes, 0), 1_000_000))
  }

  public static var coreCount: Int { max(1, ProcessInfo.processInfo.activeProcessorCount) }
}

struct EngineCommand: Sendable {
  var executable: String
  var arguments: [String]
  var environment: [String: String] = [:]
  var stampFiles: [String] = []
  var preface = Data()
}

extension EngineSettings {
  enum Choice {
    case helper(String)
    case program(String)
    case engineFolder(String)
  }

  public var isEngineNamed: Bool {
    place("SPEECHMEMO_HELPER") != nil || place("SPEECHMEMO_ENGINE") != nil
  }

  var choice: Choice {
    if let path = place("SPEECHMEMO_HELPER") { return .helper(path) }
    if let path = place("SPEECHMEMO_ENGINE") { return .engineFolder(path) }
    if let program { return .program(program) }
    return .engineFolder(folders.data.path + "/speechmemo-engine")
  }

  var location: String {
    switch choice {
    case .helper(let path), .program(let path), .engineFolder(let path): path
    }
  }

  var engineFolders: [SpeechEngineFolder] {
    switch choice {
    case .helper(let path):
      return [
        SpeechEngineFolder(name: "engine", path: path, origin: "set by SPEECHMEMO_HELPER")
      ]
    case .program(let path):
      return [SpeechEngineFolder(name: "engine", path: path, origin: "set in the settings")]
    case .engineFolder(let path):
      let isNamed = place("SPEECHMEMO_ENGINE") != nil
      return [
        SpeechEngineFolder(
          name: "engine folder", path: path,
          origin: isNamed ? "set by SPEECHMEMO_ENGINE" : folders.origin(of: "XDG_DATA_HOME")),
        addedModels, fetchedModels,
      ]
    }
  }

  var addedModels: SpeechEngineFolder {
    if let path = place("SPEECHMEMO_MODELS") {
      return SpeechEngineFolder(
        name: "added models", path: path, origin: "set by SPEECHMEMO_MODELS")
    }
    return SpeechEngineFolder(
      name: "added models", path: folders.data.path + "/speechmemo-models",
      origin: folders.origin(of: "XDG_DATA_HOME"))
  }

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

  var isSetupNeeded: Bool {
    guard case .engineFolder(let folder) = choice
    else { return false }
    return !isProgram(folder + "/bin/python") || !fileExists(folder + "/stamp")
  }

  /// Throws ``SpeechClient/SpeechClient/Failure`` if the engine is not set up.
  func command() throws -> EngineCommand {
    switch choice {
    case .helper(let path):
      guard isProgram(path)
      else {
        throw SpeechClient.Failure.engine(
          message: "the program set by SPEECHMEMO_HELPER cannot be run: \(path)", hint: setupHint)
      }
      return EngineCommand(executable: path, arguments: [])
    case .program(let path):
      guard isProgram(path)
      else {
        throw SpeechClient.Failure.engine(
          message: "the engine in the settings cannot be run: \(path)", hint: setupHint)
      }
      return EngineCommand(executable: path, arguments: [])
    case .engineFolder(let folder):
      guard !isSetupNeeded
      else {
        throw SpeechClient.Failure.engine(
          message: place("SPEECHMEMO_ENGINE") == nil
            ? "the speech engine is not set up in \(folder)"
            : "the speech engine is not set up in \(folder), which SPEECHMEMO_ENGINE names",
          hint: setupHint)
      }
      let program = try EngineProgram.source
      return EngineCommand(
        executable: folder + "/bin/python",
        arguments: ["-I", "-c", "import sys; exec(sys.stdin.buffer.read(\(program.count)))"],
        environment: ["SPEECHMEMO_MODELS": addedModels.path, "SPEECHMEMO_REPAIR": repairHint],
        stampFiles: [folder + "/stamp"],
        preface: program)
    }
  }
}
