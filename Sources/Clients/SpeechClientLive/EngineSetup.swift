import Foundation
import POSIX

enum EngineSetup {
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
      let isBuild = folder.lastPathComponent.hasPrefix(".build")
      folder.deleteLastPathComponent()
      if isBuild { candidates.append(folder.appending(path: "Scripts/setup-engine")) }
    }
    return candidates.map(\.path).first(where: isProgram)
  }
}

extension EngineSettings {
  var setupHint: String { hint("setup-engine", to: "to set it up") }

  var repairHint: String { hint("setup-engine --again", to: "to reinstall the speech engine") }

  var speakersHint: String { hint("setup-engine --speakers", to: "to install the speaker models") }

  private func hint(_ command: String, to purpose: String) -> String {
    switch choice {
    case .helper:
      return "correct SPEECHMEMO_HELPER, or unset it to use the default engine"
    case .program:
      return "run 'speechmemo settings engine whisper' to use the default engine"
    case .engineFolder:
      return "run 'speechmemo \(command)' \(purpose)"
    }
  }
}
