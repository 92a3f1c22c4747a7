import ConcurrencyExtras
public import Dependencies
public import Foundation

/// The recordings of this process that are not memos yet, from their first sound on: nothing may end
/// the process before they are saved, not even a second Ctrl-C.
public final class OpenRecordings: Sendable {
  private struct State {
    var files: Set<URL> = []
    var isHurried = false
  }

  private let state = Protected(State())

  public init() {}

  /// Whether somebody has asked, for the second time, for an end: what follows the saving can wait.
  public var isHurried: Bool { state.withLock(\.isHurried) }

  /// From here on a file holds sound that is no memo.
  public func begin(_ file: URL) {
    state.withLock { _ = $0.files.insert(file) }
  }

  /// It is a memo, or nothing more is done about it now.
  public func end(_ file: URL) {
    state.withLock { _ = $0.files.remove(file) }
  }

  /// Asks for an end as soon as every recording is saved.
  ///
  /// - Returns: Whether there is one to wait for.
  public func hurry() -> Bool {
    state.withLock {
      if !$0.files.isEmpty { $0.isHurried = true }
      return !$0.files.isEmpty
    }
  }
}

extension OpenRecordings: DependencyKey {
  /// Those of this process.
  public static let liveValue = OpenRecordings()

  public static var testValue: OpenRecordings { OpenRecordings() }
}

extension DependencyValues {
  /// The recordings of this process that are not memos yet.
  public var openRecordings: OpenRecordings {
    get { self[OpenRecordings.self] }
    set { self[OpenRecordings.self] = newValue }
  }
}
