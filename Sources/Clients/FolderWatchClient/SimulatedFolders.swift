import ConcurrencyExtras
public import Foundation

public final class SimulatedFolders: Sendable {
  private struct State {
    var files: [String: WatchedFile] = [:]
    var folders: Set<String> = []
    var scanCount = 0
    var openFiles: Set<String> = []
    var problems: [String] = []
  }

  private let signal = ChangeSignal()
  private let state: LockIsolated<State>

  public init(_ folders: [URL] = []) {
    state = LockIsolated(State(folders: Set(folders.map(\.path))))
  }

  public var scanCount: Int { state.withValue { $0.scanCount } }

  public func put(
    _ url: URL, byteCount: Int64 = 5, modifiedAt: Int64 = 0, isOpen: Bool = false
  ) {
    state.withValue {
      $0.files[url.path] = WatchedFile(url: url, byteCount: byteCount, modifiedAt: modifiedAt)
      if isOpen { $0.openFiles.insert(url.path) } else { $0.openFiles.remove(url.path) }
    }
    signal.send()
  }

  public func remove(_ url: URL) {
    state.withValue { _ = $0.files.removeValue(forKey: url.path) }
    signal.send()
  }

  public func mount(_ folder: URL) {
    state.withValue { _ = $0.folders.insert(folder.path) }
    signal.send()
  }

  /// Removes a folder without a signal. ``mount(_:)`` restores its files.
  public func unmount(_ folder: URL) {
    state.withValue { _ = $0.folders.remove(folder.path) }
  }

  public func report(_ problems: [String]) {
    state.withValue { $0.problems = problems }
  }

  fileprivate func scan(
    below folder: URL, where isWanted: (String, Bool) -> Bool
  ) throws(FolderWatchError) -> FolderScan {
    let (isPresent, files, problems) = state.withValue { state in
      state.scanCount += 1
      let isPresent = state.folders.contains(folder.path)
      return (isPresent, state.files, state.problems)
    }
    guard isPresent
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
    return FolderScan(files: found.sorted { $0.url.path < $1.url.path }, problems: problems)
  }

  fileprivate func file(at url: URL) -> WatchedFile? { state.withValue { $0.files[url.path] } }

  fileprivate func isBeingWritten(_ url: URL) -> Bool {
    state.withValue { $0.openFiles.contains(url.path) }
  }

  fileprivate func change() async { await signal.wait() }
}

extension FolderWatchClient {
  public static func simulated(_ folders: SimulatedFolders) -> Self {
    Self(
      change: { await folders.change() },
      file: { folders.file(at: $0) },
      files: { try folders.scan(below: $0, where: $1) },
      isBeingWritten: { folders.isBeingWritten($0) })
  }
}
