import FolderWatchClient
import Foundation
import POSIX

struct FolderScanner {
  let notifier: FolderNotifier
  let isWanted: (_ path: String, _ isFolder: Bool) -> Bool
  private(set) var seen = FolderScan()

  init(
    notifier: FolderNotifier, isWanted: @escaping (_ path: String, _ isFolder: Bool) -> Bool
  ) {
    self.notifier = notifier
    self.isWanted = isWanted
  }

  mutating func scan(atRoot path: String) throws(FolderWatchError) {
    do throws(SystemError) {
      try scan(at: path)
    } catch {
      switch error.code {
      case ENOENT: throw .missing(path: path)
      case ENOTDIR: throw .notFolder(path: path)
      default: throw .unreadable(path: path, reason: error.reason)
      }
    }
    seen.files.sort { $0.url.path < $1.url.path }
  }

  static func file(atPath path: String) throws(SystemError) -> WatchedFile? {
    do throws(SystemError) {
      return WatchedFile(path: path, try fileStatus(of: path))
    } catch {
      guard [ENOENT, ENOTDIR, ELOOP].contains(error.code)
      else { throw error }
      return nil
    }
  }

  private mutating func scan(at folder: String) throws(SystemError) {
    // Watched before it is read, so that no change is missed.
    do throws(SystemError) {
      try notifier.watch(folder)
    } catch  where error.code == ENOSPC || error.code == EMFILE {
      note("the system's limit on watched folders is reached, so \(folder) is checked periodically")
    } catch  where [ENOENT, ENOTDIR, EACCES].contains(error.code) {
      throw error
    } catch {
      // Some file systems don't support inotify.
    }
    for name in try names(in: folder) {
      scan(atPath: folder == "/" ? "/\(name)" : "\(folder)/\(name)")
    }
  }

  private mutating func scan(atPath path: String) {
    do throws(SystemError) {
      let kind = try fileStatus(of: path, followingLinks: false).st_mode & S_IFMT
      if kind == S_IFDIR {
        if isWanted(path, true) { try scan(at: path) }
      } else if isWanted(path, false), let file = try Self.file(atPath: path) {
        seen.files.append(file)
      }
    } catch  where error.code == ENOENT || error.code == ENOTDIR {
      // Removed since it was listed.
    } catch {
      note("\(path) cannot be read: \(error.reason)")
    }
  }

  private mutating func note(_ problem: String) {
    if !seen.problems.contains(problem) { seen.problems.append(problem) }
  }
}

extension WatchedFile {
  fileprivate init?(path: String, _ status: stat) {
    guard status.st_mode & S_IFMT == S_IFREG
    else { return nil }
    let time = status.st_mtim
    let nanoseconds = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    self.init(
      url: URL(fileURLWithPath: path, isDirectory: false), byteCount: Int64(status.st_size),
      modifiedAt: nanoseconds.overflow
        ? Int64(time.tv_sec) : nanoseconds.partialValue &+ Int64(time.tv_nsec))
  }
}
