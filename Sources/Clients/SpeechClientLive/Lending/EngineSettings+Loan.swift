import FileStorage
import Foundation
import Hashing
import POSIX
import SpeechClient

extension EngineSettings {
  /// Where an engine that is run like this is lent.
  struct LoanPlace: Equatable {
    var folder: String
    var name: String
  }

  /// - Throws: ``SpeechClient/SpeechClient/Failure`` where there is no engine.
  var loanPlace: LoanPlace {
    get throws { LoanPlace(folder: loanFolder, name: "engine-" + (try loanKey)) }
  }

  /// A folder of the user's own, which the system empties at the end of the session; without one, a
  /// folder among what can be made again.
  private var loanFolder: String {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      return runtime + "/speechmemo"
    }
    return XDGFolders(environment: environment).caches.path + "/speechmemo/run"
  }

  /// Another one for whatever makes another engine: another program, or other folders and variables
  /// that it goes by.
  private var loanKey: String {
    get throws {
      let command = try command()
      var parts = ["\(Engine.protocolVersion) \(Self.loanVersion) \(XDGFolders.hostName)"]
      for path in [command.executable] + command.signs {
        // One that was replaced is another.
        let status = try? fileStatus(of: path)
        parts.append("\(path) \(status?.st_ino ?? 0) \(status?.st_mtim.tv_sec ?? 0)")
      }
      parts += command.arguments + engineFolders.map(\.path)
      parts += environment.sorted { $0.key < $1.key }
        .filter { name, _ in Self.loanVariables.contains(where: name.hasPrefix) }
        .map { "\($0)=\($1)" }
      var checksum = Checksum()
      Array(parts.joined(separator: "\0").utf8).withUnsafeBytes { checksum.update($0) }
      command.preface.withUnsafeBytes { checksum.update($0) }
      return String(checksum.finish().prefix(24))
    }
  }

  /// How engines are lent; another number for another way.
  private static let loanVersion = 1

  /// How the variables begin that change what an engine does.
  private static let loanVariables = [
    "CT2_", "CUDA_", "HF_", "LD_", "MKL_", "OMP_", "OPENBLAS_", "ORT_", "PYTHON", "TRANSFORMERS_",
    "all_proxy", "http_proxy", "https_proxy", "ALL_PROXY", "HTTP_PROXY", "HTTPS_PROXY",
  ]
}

extension XDGFolders {
  /// What this machine is called: a home may be several machines'.
  fileprivate static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(systemPath: name)
  }
}
