import ConcurrencyExtras
public import Foundation

/// Folders that are not there, in which a preview or a test puts files.
public final class SimulatedFolders: Sendable {
  private struct State {
    var files: [String: WatchedFile] = [:]
    var folders: Set<String> = []
    var lookCount = 0
    var openFiles: Set<String> = []
    var problems: [String] = []
  }

  private let signal = ChangeSignal()
  private let state: LockIsolated<State>

  /// - Parameter folders: The folders that are there.
  public init(_ folders: [URL] = []) {
    state = LockIsolated(State(folders: Set(folders.map(\.path))))
  }

  /// How often a folder was looked into.
  public var lookCount: Int { state.withValue { $0.lookCount } }

  /// The paths of the files, sorted.
  public var paths: [String] { state.withValue { $0.files.keys.sorted() } }

  /// Puts a file there, or changes it.
  ///
  /// - Parameter isOpen: Whether somebody is still writing to it.
  public func put(
    _ url: URL, byteCount: Int64 = 5, modifiedAt: Int64 = 0, isOpen: Bool = false
  ) {
    state.withValue {
      $0.files[url.path] = WatchedFile(url: url, byteCount: byteCount, modifiedAt: modifiedAt)
      if isOpen { $0.openFiles.insert(url.path) } else { $0.openFiles.remove(url.path) }
    }
    signal.send()
  }

  /// Takes a file away.
  public func remove(_ url: URL) {
    state.withValue { _ = $0.files.removeValue(forKey: url.path) }
    signal.send()
  }

  /// Makes a folder, with the files that it had when it was taken away.
  public func mount(_ folder: URL) {
    state.withValue { _ = $0.folders.insert(folder.path) }
    signal.send()
  }

  /// Takes a folder away with its files, which ``mount(_:)`` brings back. Nobody is told.
  public func unmount(_ folder: URL) {
    state.withValue { _ = $0.folders.remove(folder.path) }
  }

  /// Makes each look tell of something that could not be looked at.
  public func report(_ problems: [String]) {
    state.withValue { $0.problems = problems }
  }

  fileprivate func look(
    below folder: URL, where isWanted: (String, Bool) -> Bool
  ) throws(FolderWatchError) -> FolderLook {
    let (isThere, files, problems) = state.withValue { state in
      state.lookCount += 1
      let isThere = state.folders.contains(folder.path)
      return (isThere, state.files, state.problems)
    }
    guard isThere
    else { throw .missing(path: folder.path) }
    let found = files.values.filter { file in
      guard file.url.path.hasPrefix("\(folder.path)/"), isWanted(file.url.path, false)
      else { return false }
      var parent = file.url.deletingLastPathComponent()
      while parent.path != folder.path {
        guard isWanted(parent.path, true)
        else { return false }
        parent.deleteLastPathComponent()
      }
      return true
    }
    return FolderLook(files: found.sorted { $0.url.path < $1.url.path }, problems: problems)
  }

  fileprivate func file(at url: URL) -> WatchedFile? { state.withValue { $0.files[url.path] } }

  fileprivate func isBeingWritten(_ url: URL) -> Bool {
    state.withValue { $0.openFiles.contains(url.path) }
  }

  fileprivate func change() async { await signal.wait() }
}

extension FolderWatchClient {
  /// Looks at folders that are not there.
  public static func simulated(_ folders: SimulatedFolders) -> Self {
    Self(
      change: { await folders.change() },
      file: { folders.file(at: $0) },
      files: { try folders.look(below: $0, where: $1) },
      isBeingWritten: { folders.isBeingWritten($0) })
  }
}
