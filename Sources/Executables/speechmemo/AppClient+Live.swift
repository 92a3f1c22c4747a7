import AppFeature
import CommandLineProgram
import TerminalClientLive

extension AppClient {
  static let live = AppClient { link in
    try await AppProgram.run(link: link, on: .liveValue)
  }
}
