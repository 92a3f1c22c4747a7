import FolderWatchClient
import Foundation

struct PendingFiles {
  private struct Waiting {
    var file: WatchedFile
    var since: Duration
    var notBefore: Duration = .zero
  }

  let rest: Duration
  private var processed: [URL: WatchedFile] = [:]
  private var waiting: [URL: Waiting] = [:]

  init(rest: Duration) {
    self.rest = rest
  }

  var isEmpty: Bool { waiting.isEmpty }

  var nextDue: Duration? {
    waiting.values.map { max($0.since + rest, $0.notBefore) }.min()
  }

  mutating func update(with files: [WatchedFile], below folder: URL, at now: Duration) {
    let existing = Set(files.map(\.url))
    let prefix = "\(folder.path)/"
    for url in waiting.keys where url.path.hasPrefix(prefix) && !existing.contains(url) {
      waiting[url] = nil
    }
    for file in files { update(with: file, at: now) }
  }

  private mutating func update(with file: WatchedFile, at now: Duration) {
    if processed[file.url] == file {
      waiting[file.url] = nil
    } else if waiting[file.url]?.file != file {
      waiting[file.url] = Waiting(file: file, since: now)
    }
  }

  func ready(at now: Duration) -> [WatchedFile] {
    waiting.values.filter { $0.since + rest <= now && $0.notBefore <= now }
      .map(\.file)
      .sorted { ($0.modifiedAt, $0.url.path) < ($1.modifiedAt, $1.url.path) }
  }

  func age(of file: WatchedFile, at now: Duration) -> Duration {
    waiting[file.url].map { now - $0.since } ?? .zero
  }

  mutating func markProcessed(_ file: WatchedFile) {
    waiting[file.url] = nil
    processed[file.url] = file
  }

  mutating func postpone(_ file: WatchedFile, until time: Duration) {
    waiting[file.url]?.notBefore = time
  }

  mutating func restart(_ file: WatchedFile, at now: Duration) {
    waiting[file.url] = Waiting(file: file, since: now)
  }

  mutating func remove(_ file: WatchedFile) {
    waiting[file.url] = nil
  }
}
