import AppProgram
import CommandLineProgram
import PreviewHarness
import TerminalClientLive

extension AppClient {
  /// The app in the person's library, on the process's terminal.
  static let live = AppClient { request in
    try await AppProgram.library(link: request.link)
      .perform(request.preview, terminal: .liveValue)
  }
}
