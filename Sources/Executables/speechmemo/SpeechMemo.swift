import ApiClientLive
import AppFeature
import ArgumentParsing
import AudioFileClientLive
import AudioPlayerClientLive
import AudioRecorderClientLive
import AudioStoreClientS3
import Build
import CCrashReports
import CommandLineProgram
import DatabaseClient
import DatabaseClientLive
import Dependencies
import DownloadClientLive
import ExportFilesClientLive
import FolderWatchClientLive
import Foundation
import HealthCore
import LanguageModelClient
import LibraryFolder
import POSIX
import SpeechClient
import Styleguide
import TextEditorClient
import TextEditorClientLive
import VoiceMemosClientLive
import WebhookClientLive

@main
enum SpeechMemo {
  static func main() async {
    openStandardStreams()
    SystemTimeZone.adopt()
    crash_reports_restore_environment()
    // A closed pipe is an error of the write, not the end of the process.
    signal(SIGPIPE, SIG_IGN)
    // Installed before any work that a signal must not interrupt.
    let signals = StopSignals()
    prepareDependencies {
      $0.app = .live
      $0.database = .live(at: $0.libraryFolder.database)
      $0.healthCheck = .live { AppProgram.keysProblem() }
      $0.textEditor = .live { signals.isTerminalLent = $0 }
      $0.hosting = .live
      $0.languageModel = .chosenInSettings
      $0.siteServer = .live
      $0.speechClient = .chosenInSettings
      $0.stopRequests = StopRequestsClient(
        handleNext: { signals.handleNext($0) }, ignoreHangUp: { signals.ignoreHangUp() })
      $0.wyomingServer = .live
    }
    @Dependency(\.libraryFolder) var libraryFolder
    CrashReports(libraryFolder).prune()
    let work = Task { await Program.run(ProcessText.arguments) }
    signals.onSignal { work.cancel() }
    let code = await work.value
    @Dependency(\.database) var database
    await database.close()
    // A signal ends a recording successfully, so the exit code stays 0.
    exit(code == ExitCode.done.rawValue ? code : signals.received.map { 128 + $0 } ?? code)
  }

  /// Keeps files from getting the descriptors of closed standard streams. Call this first.
  private static func openStandardStreams() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", O_RDWR)
    }
  }
}
