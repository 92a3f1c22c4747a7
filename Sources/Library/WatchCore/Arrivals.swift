import FolderWatchClient
import Foundation

/// Which files have arrived whole: those at rest. It is told what there is and what time it is.
struct Arrivals {
  private struct Waiting {
    var file: WatchedFile
    /// Since when the file is as it is.
    var since: Duration
    /// Not to be looked at again before then.
    var notBefore: Duration = .zero
  }

  /// How long a file must be as it is before it is taken for whole.
  let rest: Duration
  /// What needs no more looking at as long as it stays as it is.
  private var taken: [URL: WatchedFile] = [:]
  private var waiting: [URL: Waiting] = [:]

  init(rest: Duration) {
    self.rest = rest
  }

  var isEmpty: Bool { waiting.isEmpty }

  /// When the next file may be at rest; `nil` where none is waited for.
  var nextDue: Duration? {
    waiting.values.map { max($0.since + rest, $0.notBefore) }.min()
  }

  /// - Parameter files: All that are below the folder now.
  mutating func look(at files: [WatchedFile], below folder: URL, at now: Duration) {
    let there = Set(files.map(\.url))
    let prefix = "\(folder.path)/"
    for url in waiting.keys where url.path.hasPrefix(prefix) && !there.contains(url) {
      waiting[url] = nil
    }
    for file in files { look(at: file, at: now) }
  }

  private mutating func look(at file: WatchedFile, at now: Duration) {
    if taken[file.url] == file {
      waiting[file.url] = nil
    } else if waiting[file.url]?.file != file {
      waiting[file.url] = Waiting(file: file, since: now)
    }
  }

  /// Those at rest, the one first that was written first.
  func ready(at now: Duration) -> [WatchedFile] {
    waiting.values.filter { $0.since + rest <= now && $0.notBefore <= now }
      .map(\.file)
      .sorted { ($0.modifiedAt, $0.url.path) < ($1.modifiedAt, $1.url.path) }
  }

  /// How long a file has been at rest.
  func age(of file: WatchedFile, at now: Duration) -> Duration {
    waiting[file.url].map { now - $0.since } ?? .zero
  }

  /// The file needs no more looking at, unless it changes.
  mutating func take(_ file: WatchedFile) {
    waiting[file.url] = nil
    taken[file.url] = file
  }

  /// The file is to be tried again then.
  mutating func postpone(_ file: WatchedFile, until time: Duration) {
    waiting[file.url]?.notBefore = time
  }

  /// The file is being written to: it begins to rest anew.
  mutating func restart(_ file: WatchedFile, at now: Duration) {
    waiting[file.url] = Waiting(file: file, since: now)
  }

  /// The file has gone.
  mutating func forget(_ file: WatchedFile) {
    waiting[file.url] = nil
  }
}
