import Foundation
import Sharing

/// Ends with an unsaved change, by return, exit, or a signal.
enum Ending {
  static func run(_ file: URL, value: Int, how: String) async throws {
    // A shell lets its background processes ignore SIGINT.
    for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    if how == "ignored" { signal(SIGTERM, SIG_IGN) }
    if how == "handled" {
      signal(SIGTERM) { _ in
        // An earlier handler still runs, after saving.
        _exit(7)
      }
    }
    @Shared(.fileStorage(file)) var number = 0
    $number.withLock { $0 = 1 }
    $number.withLock { $0 = value }
    let store = FileUserDefaults(url: file.appendingPathExtension("plist"), storage: .fileSystem)
    store.set(1, forKey: "number")
    store.set(value, forKey: "number")
    try SharingFaults.say("waiting")
    switch how {
    case "return": return
    case "exit": exit(3)
    case "ignored":
      raise(SIGTERM)
      try SharingFaults.say("still here")
      _exit(0)
    default:
      // Wait for the signal.
      sleep(60)
      _exit(9)
    }
  }
}
