import Dependencies
import FileStorage
import Foundation
import LibraryFolder
import POSIX
import Sharing
import SpeechClient

/// The program's folders, as set by a `SPEECHMEMO_…` or XDG variable, `HOME`, or the account.
struct FoldersCheck {
  var environment = XDGFolders.processEnvironment

  @Dependency(\.libraryFolder) private var library
  @Dependency(\.speechClient) private var speechClient

  func findings() -> [Finding] {
    let isUsual = library == LibraryFolder(environment: environment)
    let folder = XDGFolders(environment: environment)
    let configuration = ConfigurationFolder(folder)
    return [
      found(
        "library folder", library.root.path,
        isUsual ? LibraryFolder.origin(environment: environment) : "set by the program"),
      found("settings file", library.settings.path, "in the library"),
    ]
      + speechClient.folders().map { found($0.name, $0.path, $0.origin) }
      + [
        found(
          "app state",
          FileUserDefaults.url(
            ofSuite: ProcessInfo.processInfo.processName, configuration: folder.configuration
          ).path,
          folder.origin(of: "XDG_CONFIG_HOME")),
        found(
          "keys file", configuration.keys.path,
          (fileExists(configuration.keys.path) ? "" : "not created yet, ")
            + folder.origin(of: "XDG_CONFIG_HOME")),
        found("tokens folder", configuration.tokens.path, folder.origin(of: "XDG_CONFIG_HOME")),
      ]
  }

  private func found(_ what: String, _ path: String, _ origin: String) -> Finding {
    .good(what, "\(path): \(origin)")
  }
}
