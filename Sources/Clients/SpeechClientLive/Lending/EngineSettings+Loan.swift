import FileStorage
import Foundation
import Hashing
import POSIX
import SpeechClient

extension EngineSettings {
  struct LoanPlace: Equatable {
    var folder: String
    var name: String
  }

  var loanPlace: LoanPlace {
    get throws { LoanPlace(folder: loanFolder, name: "engine-" + (try loanKey)) }
  }

  /// A folder that the system empties when the session ends, or a cache folder.
  private var loanFolder: String {
    if let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") {
      return runtime + "/speechmemo"
    }
    return XDGFolders(environment: environment).caches.path + "/speechmemo/run"
  }

  /// Differs for each program, folder or variable that makes another engine.
  private var loanKey: String {
    get throws {
      let command = try command()
      var parts = ["\(Engine.protocolVersion) \(Self.loanVersion) \(XDGFolders.hostName)"]
      for path in [command.executable] + command.stampFiles {
        let status = try? fileStatus(of: path)
        parts.append("\(path) \(status?.st_ino ?? 0) \(status?.st_mtim.tv_sec ?? 0)")
      }
      parts.append("compute \(compute)")
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

  private static let loanVersion = 1

  private static let loanVariables = [
    "CT2_", "CUDA_", "HF_", "LD_", "MKL_", "OMP_", "OPENBLAS_", "ORT_", "PYTHON", "TRANSFORMERS_",
    "all_proxy", "http_proxy", "https_proxy", "ALL_PROXY", "HTTP_PROXY", "HTTPS_PROXY",
  ]
}

extension XDGFolders {
  /// Several machines can share a home folder.
  fileprivate static var hostName: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    return String(systemPath: name)
  }
}
