import Foundation
import TerminalClient
import TerminalClientLive
import TerminalUI

/// The views of `TerminalUI` beside each other, to look at and to try in a terminal.
@main @MainActor
enum TerminalUIPreview {
  static func main() async {
    let gallery = Gallery()
    let app = TerminalApp(terminal: .liveValue, clock: ContinuousClock()) {
      gallery.view
    } onEvent: { event, app in
      gallery.handle(event, in: app)
    }
    let ticks = Task {
      while !Task.isCancelled {
        try? await Task.sleep(for: .milliseconds(200))
        gallery.tick()
      }
    }
    defer { ticks.cancel() }
    do {
      try await app.run()
    } catch {
      try? FileHandle.standardError.write(contentsOf: Data("TerminalUIPreview: \(error)\n".utf8))
      exit(1)
    }
  }
}
