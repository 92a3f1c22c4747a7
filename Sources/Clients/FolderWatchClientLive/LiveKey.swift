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
        (try? await onOwnThread("look at a file") { try FolderLooker.file(atPath: url.path) })
          ?? nil
      },
      files: { folder, isWanted in
        try await onOwnThread("look at files") {
          var looker = FolderLooker(notifier: notifier, isWanted: isWanted)
          try looker.look(atRoot: folder.path)
          return looker.seen
        }
      },
      isBeingWritten: { url in
        (try? await onOwnThread("who writes") { isOpenForWriting(url.path) }) ?? false
      })
  }
}
