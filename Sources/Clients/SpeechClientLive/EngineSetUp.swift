import Foundation
import POSIX

/// The script that installs the default engine, as a person can run it.
enum EngineSetUp {
  /// The path of the script that came with a program: where `make install` has put both, or in the
  /// sources that the program was built in.
  ///
  /// - Parameter program: The program's path; `nil` for the one that runs.
  static func script(of program: String? = nil) -> String? {
    guard
      let program =
        program ?? (try? linkTarget(of: "/proc/self/exe"))
    else { return nil }
    var folder = URL(fileURLWithPath: program).deletingLastPathComponent()
    var candidates = [
      folder.deletingLastPathComponent().appending(path: "libexec/speechmemo/setup-engine")
    ]
    while folder.path != "/" {
      // A build's folder is in that of the sources.
      let isBuild = folder.lastPathComponent.hasPrefix(".build")
      folder.deleteLastPathComponent()
      if isBuild { candidates.append(folder.appending(path: "Scripts/setup-engine")) }
    }
    return candidates.map(\.path).first(where: isProgram)
  }
}

extension EngineSettings {
  /// What can be done where the engine is missing.
  var setUpHint: String { hint("setup-engine", to: "to set it up") }

  /// What can be done where the engine is there and does not work.
  var repairHint: String { hint("setup-engine --again", to: "to reinstall the speech engine") }

  /// What can be done where the engine does not tell speakers apart.
  var speakersHint: String { hint("setup-engine --speakers", to: "to install the speaker models") }

  private func hint(_ command: String, to purpose: String) -> String {
    switch choice {
    case .helper:
      return "correct SPEECHMEMO_HELPER, or unset it to use the default engine"
    case .program:
      return "run 'speechmemo settings engine whisper' to use the default engine"
    case .usual:
      let folder = setUpScript.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
      return folder.map { "run '\($0)/\(command)' \(purpose)" }
        ?? "run 'Scripts/\(command)' in the SpeechMemo source folder \(purpose)"
    }
  }
}
