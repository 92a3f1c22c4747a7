import ArgumentParsing
import Build
import CommandLineFeature
import DatabaseClient
import DatabaseClientLive
import Dependencies
import Foundation
import LibraryFolder

@main
enum SpeechMemo {
  static func main() async {
    // A reader that goes away is an error of the write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    prepareDependencies {
      $0.database = .live(at: $0.libraryFolder.database)
    }
    let interruption = Interruption()
    let command = Task { await Program.run(Array(CommandLine.arguments.dropFirst())) }
    interruption.onSignal { command.cancel() }
    let code = await command.value
    exit(interruption.signal.map { 128 + $0 } ?? code)
  }
}
