import Foundation
import Glibc
import SpeechClient
import SpeechClientLive

/// The real engine, with processes distinguishable from those of other tests.
struct MarkedEngine {
  let client: SpeechClient
  private let mark = "SPEECHMEMO_TEST=\(UUID().uuidString)"

  init() {
    var settings = Corpus.engineSettings
    let parts = mark.split(separator: "=").map(String.init)
    settings.environment[parts[0]] = parts[1]
    client = .live(settings)
  }

  /// Kills its processes as a lack of memory would; returns how many there were.
  func kill() -> Int {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    let own = processes.compactMap { pid_t($0) }.filter { id in
      let environment = FileManager.default.contents(atPath: "/proc/\(id)/environ") ?? Data()
      return environment.split(separator: 0).contains(Data(mark.utf8)[...])
        && !(FileManager.default.contents(atPath: "/proc/\(id)/cmdline") ?? Data()).isEmpty
    }
    return own.count { Glibc.kill($0, SIGKILL) == 0 }
  }
}
