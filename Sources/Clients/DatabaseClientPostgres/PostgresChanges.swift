import ConcurrencyExtras
import Foundation
import POSIX
import PostgreSQL

final class PostgresChanges: Sendable {
  struct State {
    var libraries: [ObjectIdentifier: WeakReference<PostgresLibrary>] = [:]
    var isPolling = false
  }

  let state = Mutex(State())

  static let interval: Duration = .milliseconds(750)
}

extension PostgresLibraries {
  func revisions(of numbers: [Int]) async throws -> [Int: Int] {
    let found = try await read { [id] transaction in
      try transaction.query(
        sql: "SELECT tenant, number FROM changes_by_others(\(id), \(numbers))"
      ) { ($0.int("tenant"), $0.int("number")) }
    }
    let none = numbers.map { ($0, 0) }
    return Dictionary(none + found) { $1 }
  }

  func watch(_ library: PostgresLibrary) {
    let isFirst = changes.state.withLock { state in
      state.libraries[ObjectIdentifier(library)] = WeakReference(library)
      defer { state.isPolling = true }
      return !state.isPolling
    }
    guard isFirst
    else { return }
    Task { [weak self] in
      repeat {
        try? await Task.sleep(for: PostgresChanges.interval)
      } while await self?.poll() == true
    }
  }

  private func poll() async -> Bool {
    let watched = changes.state.withLock { state in
      state.libraries = state.libraries.filter { $0.value.object?.isWatched == true }
      state.isPolling = !state.libraries.isEmpty
      return state.libraries.values.compactMap(\.object)
    }
    guard !watched.isEmpty
    else { return false }
    var numbers: [Int: PostgresLibrary] = [:]
    for library in watched {
      // Readers report a missing library or an unreachable server.
      if let number = try? await number(of: library.name) { numbers[number] = library }
    }
    if let revisions = try? await revisions(of: Array(numbers.keys)) {
      for (number, revision) in revisions { numbers[number]?.see(revision) }
    }
    return true
  }
}
