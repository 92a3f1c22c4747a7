import ApiClientLive
import AppProgram
import ArgumentParsing
import AudioFileClientLive
import AudioPlayerClientLive
import AudioRecorderClientLive
import AudioStoreClientLive
import AudioStoreClientS3
import Build
import CCrashReports
import CommandLineProgram
import DatabaseClient
import DatabaseClientLive
import Dependencies
import ExportFilesClientLive
import FolderWatchClientLive
import Foundation
import HealthCore
import LibraryFolder
import POSIX
import SpeechClient
import TextEditorClient
import TextEditorClientLive
import VoiceMemosClientLive
import WebhookClientLive

/// The program with everything that it does in earnest: files, processes, sockets and devices.
public enum LiveProgram {
  /// Runs a command of the program's, and ends the process with its exit code.
  ///
  /// - Parameter command: What stands before the arguments that the process was started with.
  public static func run(_ command: String...) async -> Never {
    crash_reports_restore_environment()
    // A reader that goes away is an error of the write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    // Before anything is begun that a signal must not cut short.
    let signals = StopSignals()
    prepareDependencies {
      $0.app = .live
      $0.database = .live(at: $0.libraryFolder.database)
      $0.healthCheck = .live { AppProgram.keysProblem() }
      $0.textEditor = .live { signals.isTerminalLent = $0 }
      $0.hosting = .live
      $0.siteServer = .live
      $0.speechClient = .chosenInSettings
      $0.stopRequests = StopRequestsClient { signals.takeNext($0) }
      $0.wyomingServer = .live
    }
    @Dependency(\.libraryFolder) var libraryFolder
    CrashReports(libraryFolder).prune()
    let work = Task { await Program.run(command + ProcessText.arguments) }
    signals.onSignal { work.cancel() }
    let code = await work.value
    @Dependency(\.database) var database
    await database.close()
    // A recording is ended by a signal and has then done what it was asked to.
    exit(code == ExitCode.done.rawValue ? code : signals.received.map { 128 + $0 } ?? code)
  }

  /// Fills the places of standard streams that are closed, so that no file of the library is
  /// opened in one of them and then written to as if it were the terminal. To be called first, before
  /// anything waits: tasks that run elsewhere open files of their own.
  public static func openStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }
}
