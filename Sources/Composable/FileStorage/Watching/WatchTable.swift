import Foundation
import POSIX

/// The watchers of each file, and the folders that the system watches for them.
struct WatchTable {
  /// A name in a folder that the system watches.
  private struct Point: Hashable {
    let folder: Int32
    let name: String
  }

  private struct Watch {
    let path: FilePath
    let subscriber: Subscriber
    var points: Set<Point> = []
  }

  /// Created with the first file and released with the last.
  var inotify: Inotify?
  /// The watchers that are interested in each name of each folder.
  private var interest: [Int32: [String: Set<UInt64>]] = [:]
  private var watches: [UInt64: Watch] = [:]
  private var nextID: UInt64 = 0

  mutating func add(_ path: FilePath, _ subscriber: Subscriber) throws(SystemError) -> UInt64 {
    nextID += 1
    watches[nextID] = Watch(path: path, subscriber: subscriber)
    do throws(SystemError) {
      try follow(nextID)
    } catch {
      remove(nextID)
      throw error
    }
    return nextID
  }

  mutating func remove(_ id: UInt64) {
    if let watch = watches.removeValue(forKey: id) {
      forget(watch.points, of: id)
    }
    if watches.isEmpty { inotify = nil }
  }

  /// Receives the system's events.
  ///
  /// - Returns: The files that may have changed, and those no longer watched.
  mutating func takeEvents() -> (
    changed: [Subscriber], failed: [(Subscriber, FileStorageError)]
  ) {
    var changed: [Subscriber] = []
    var failed: [(Subscriber, FileStorageError)] = []
    for (id, mayBeIncomplete) in affected(by: inotify?.events() ?? []) {
      guard let watch = watches[id] else { continue }
      do throws(SystemError) {
        try follow(id)
      } catch {
        let failure = FileStorageError(
          errno: error.code, operation: .watch, path: watch.path.string)
        failed.append((watch.subscriber, failure))
        remove(id)
        continue
      }
      if !mayBeIncomplete || !watch.path.isFileInTheMaking { changed.append(watch.subscriber) }
    }
    return (changed, failed)
  }

  /// The watches whose files the events affect, each with whether the events are only creations.
  private mutating func affected(by events: [Inotify.Event]) -> [UInt64: Bool] {
    var affected: [UInt64: Bool] = [:]
    for event in events {
      if event.isOverflow {
        for id in watches.keys { affected[id] = false }
      } else if event.endsFolder {
        for id in interest[event.folder, default: [:]].values.joined() { affected[id] = false }
        if event.endsWatch { interest[event.folder] = nil }
      } else if let name = event.name, let ids = interest[event.folder]?[name] {
        for id in ids { affected[id] = affected[id, default: true] && event.isCreationOnly }
      }
    }
    return affected
  }

  /// Makes the system watch the folders that matter to a file at present, and no others.
  private mutating func follow(_ id: UInt64) throws(SystemError) {
    guard let watch = watches[id], let inotify else { return }
    var points: Set<Point> = []
    var folders: Set<Int32> = []
    defer {
      for folder in folders where interest[folder] == nil { inotify.remove(folder) }
    }
    var plan = WatchPoint.all(for: watch.path)
    var triesLeft = 10
    while true {
      points = []
      var isComplete = true
      for point in plan {
        do throws(SystemError) {
          let folder = try inotify.add(point.folder)
          folders.insert(folder)
          points.insert(Point(folder: folder, name: point.name))
        } catch {
          // A folder that went away since it was seen leads to another plan.
          guard error.code == ENOENT || error.code == ENOTDIR
          else { throw error }
          isComplete = false
        }
      }
      triesLeft -= 1
      // Events before the folder was watched are unknown. A folder may also have come back.
      let now = WatchPoint.all(for: watch.path)
      if now == plan, isComplete || triesLeft <= 0 { break }
      plan = now
    }
    for point in points { interest[point.folder, default: [:]][point.name, default: []].insert(id) }
    watches[id]?.points = points
    forget(watch.points.subtracting(points), of: id)
  }

  private mutating func forget(_ points: Set<Point>, of id: UInt64) {
    for point in points {
      interest[point.folder]?[point.name]?.remove(id)
      if interest[point.folder]?[point.name]?.isEmpty == true {
        interest[point.folder]?[point.name] = nil
      }
      if interest[point.folder]?.isEmpty == true {
        interest[point.folder] = nil
        inotify?.remove(point.folder)
      }
    }
  }
}

extension FilePath {
  /// Whether a file that was just made here is still to be written. A link or a second name of a
  /// file is complete from the start.
  fileprivate var isFileInTheMaking: Bool {
    guard let status = try? stat.at(self, followingLinks: false)
    else { return false }
    return status.isRegular && status.st_nlink == 1
  }
}
