import ConcurrencyExtras
import Foundation
import PostgreSQL

/// The libraries of which somebody in this process wants to know what others change.
final class PostgresChanges: Sendable {
  struct State {
    var libraries: [ObjectIdentifier: WeakReference<PostgresLibrary>] = [:]
    var isLooking = false
  }

  let state = Protected(State())

  /// How often it is looked.
  static let interval: Duration = .milliseconds(750)
}

extension PostgresLibraries {
  /// How often others have changed each of these libraries, by their numbers.
  func revisions(of numbers: [Int]) async throws -> [Int: Int] {
    let found = try await read { [id] transaction in
      try transaction.query(
        "SELECT tenant, number FROM changes_by_others($1, $2)", [id, numbers]
      ) { ($0.int(0), $0.int(1)) }
    }
    // What nobody has changed yet has no row.
    let none = numbers.map { ($0, 0) }
    return Dictionary(none + found) { $1 }
  }

  /// Begins to look at what others change, all libraries at once, for as long as anybody listens.
  func watch(_ library: PostgresLibrary) {
    let isFirst = changes.state.withLock { state in
      state.libraries[ObjectIdentifier(library)] = WeakReference(library)
      defer { state.isLooking = true }
      return !state.isLooking
    }
    guard isFirst
    else { return }
    Task { [weak self] in
      repeat {
        try? await Task.sleep(for: PostgresChanges.interval)
      } while await self?.look() == true
    }
  }

  /// - Returns: Whether anybody listens still.
  private func look() async -> Bool {
    let watched = changes.state.withLock { state in
      state.libraries = state.libraries.filter { $0.value.object?.isWatched == true }
      state.isLooking = !state.libraries.isEmpty
      return state.libraries.values.compactMap(\.object)
    }
    guard !watched.isEmpty
    else { return false }
    var numbers: [Int: PostgresLibrary] = [:]
    for library in watched {
      // One that is not there, or a server that cannot be asked, is told of by whoever reads it.
      if let number = try? await number(of: library.name) { numbers[number] = library }
    }
    if let revisions = try? await revisions(of: Array(numbers.keys)) {
      for (number, revision) in revisions { numbers[number]?.see(revision) }
    }
    return true
  }
}
