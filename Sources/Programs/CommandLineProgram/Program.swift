import ArgumentParsing
import Build
import Dependencies
import SharedSettings
import Styleguide
import TerminalClient

public enum Program {
  /// Runs a command and returns its exit code. Errors become one line on standard error.
  public static func run(_ arguments: [String]) async -> Int32 {
    @Dependency(\.build) var build
    @Dependency(\.terminal) var terminal
    let program = CommandTable.speechmemo(version: build.description)
    do {
      switch try program.parse(AppCommand.complete(arguments), width: terminal.width) {
      case .help(let text), .version(let text):
        try terminal.line(text)
        return ExitCode.done.rawValue
      case .run(let run, let arguments):
        let remote = try RemoteOptions.library(arguments)
        let hosted = remote == nil ? try await HostingOptions.library(arguments) : nil
        return try await withDependencies {
          if let hosted { $0.use(hosted) }
          GlobalOptions.apply(arguments, remote, to: &$0)
        } operation: {
          try await Settings.refresh()
          GlobalOptions.logLibrary()
          try await run(arguments)
          return ExitCode.done.rawValue
        }
      }
    } catch let error as UsageError {
      terminal.note(error.description)
      return ExitCode.usage.rawValue
    } catch is TerminalClient.OutputClosed {
      return ExitCode.done.rawValue
    } catch is CancellationError {
      terminal.warn("stopped")
      return ExitCode.failed.rawValue
    } catch let failure as CommandFailure where failure == .alreadyReported {
      return ExitCode.failed.rawValue
    } catch {
      terminal.warn("\(String(describing: error).printable)")
      return ExitCode.failed.rawValue
    }
  }
}
