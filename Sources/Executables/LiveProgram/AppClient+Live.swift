import AppProgram
import CommandLineProgram
import TerminalClientLive

extension AppClient {
  /// The app in the person's library, on the process's terminal.
  static let live = AppClient { link in
    try await AppProgram.run(link: link, on: .liveValue)
  }
}
