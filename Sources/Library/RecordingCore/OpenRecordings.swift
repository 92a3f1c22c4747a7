public import Dependencies
public import Foundation
import POSIX

/// This process's unsaved recordings. Not even a second Ctrl-C ends it before they are saved.
public final class OpenRecordings: Sendable {
  private struct State {
    var files: Set<URL> = []
    var isStopRequested = false
  }

  private let state = Mutex(State())

  public init() {}

  /// Set by a second request to stop: work after saving can wait.
  public var isStopRequested: Bool { state.withLock(\.isStopRequested) }

  public func begin(_ file: URL) {
    state.withLock { _ = $0.files.insert(file) }
  }

  public func end(_ file: URL) {
    state.withLock { _ = $0.files.remove(file) }
  }

  /// Requests a stop once all recordings are saved. Returns `false` if none is open.
  public func requestStop() -> Bool {
    state.withLock {
      if !$0.files.isEmpty { $0.isStopRequested = true }
      return !$0.files.isEmpty
    }
  }
}

extension OpenRecordings: DependencyKey {
  public static let liveValue = OpenRecordings()

  public static var testValue: OpenRecordings { OpenRecordings() }
}

extension DependencyValues {
  public var openRecordings: OpenRecordings {
    get { self[OpenRecordings.self] }
    set { self[OpenRecordings.self] = newValue }
  }
}
