import ArgumentParsing
import Build
import DatabaseClient
import Dependencies
import LibraryFolder
import SharedSettings
import Styleguide
import TerminalClient

public enum Program {
  /// Runs a command and returns its exit code. Errors become one line on standard error.
  public static func run(_ arguments: [String]) async -> Int32 {
    @Dependency(\.terminal) var terminal
    var code = ExitCode.failed
    do {
      try await perform(arguments)
      code = .done
    } catch let error as UsageError {
      terminal.note(error.description)
      code = .usage
    } catch is TerminalClient.OutputClosed {
      code = .done
    } catch is CancellationError {
      terminal.warn("stopped")
    } catch let failure as CommandFailure where failure == .alreadyReported {
    } catch {
      terminal.warn(of: error)
    }
    return code.rawValue
  }

  private static func perform(_ arguments: [String]) async throws {
    @Dependency(\.build) var build
    @Dependency(\.terminal) var terminal
    let program = CommandTable.speechmemo(version: build.description)
    switch try program.parse(AppCommand.complete(arguments), width: terminal.width) {
    case .help(let text), .version(let text):
      try terminal.line(text)
    case .run(let run, let arguments):
      let remote = try RemoteOptions.library(arguments)
      let compute = arguments[RequestOptions.compute]
      guard compute == nil || remote == nil
      else {
        throw arguments.usageError(
          "--compute: the server transcribes; run 'speechmemo settings compute' there")
      }
      let hosted = remote == nil ? try await HostingOptions.library(arguments) : nil
      try await withDependencies {
        if let (libraries, library) = hosted { $0.use(library, of: libraries) }
        if let remote { $0.use(remote) }
        if let compute { $0.compute = compute }
        $0.terminal.isJSON = arguments[GlobalOptions.json]
        $0.terminal.isQuiet = arguments[GlobalOptions.quiet]
        $0.terminal.isVerbose = arguments[GlobalOptions.verbose]
      } operation: {
        @Dependency(\.database) var database
        @Dependency(\.libraryFolder) var folder
        @Dependency(\.terminal) var terminal
        try await Settings.refresh()
        terminal.detail("library \(folder.root.path.printable)")
        if arguments.traits.isDisjoint(with: CommandTrait.withoutDatabase) {
          try database.checkFile()
        } else if arguments.traits.contains(.addsMemos) {
          do { try database.checkFile() } catch { terminal.warn("\(error)") }
        }
        try await run(arguments)
      }
    }
  }
}
