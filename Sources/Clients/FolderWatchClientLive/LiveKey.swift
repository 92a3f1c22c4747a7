public import Dependencies
public import FolderWatchClient
import Foundation
import POSIX

extension FolderWatchClient: DependencyKey {
  public static var liveValue: Self {
    let notifier = FolderNotifier()
    return Self(
      change: { await notifier.signal.wait() },
      file: { url in
        (try? await onOwnThread("look at a file") { try FolderScanner.file(atPath: url.path) })
          ?? nil
      },
      files: { folder, isWanted in
        try await onOwnThread("look at files") {
          var scanner = FolderScanner(notifier: notifier, isWanted: isWanted)
          try scanner.scan(atRoot: folder.path)
          return scanner.seen
        }
      },
      isBeingWritten: { url in
        (try? await onOwnThread("who writes") { isOpenForWriting(url.path) }) ?? false
      })
  }
}
