import ComposableArchitecture
import Foundation

/// The memory of stores, compared with an empty object.
///
/// Each row is measured in a separate process, because memory that earlier rows freed would be reused
/// and not counted.
@MainActor
enum StoreMemory {
  static let argument = "--memory-row"

  private static let count = 100_000

  private static let rows: [(name: String, bytes: @MainActor () -> Int)] = [
    ("an empty object in an array", { bytes { (0..<count).map { _ in Empty() } } }),
    ("a store of a counter", { bytes { (0..<count).map { _ in counterStore() } } }),
    (
      "a store of a counter after an action",
      {
        bytes {
          (0..<count).map { _ in
            let store = counterStore()
            store.send(.increment)
            return store
          }
        }
      }
    ),
    (
      "a store scoped to a child",
      {
        let outers = (0..<count).map { _ in
          Store(initialState: BenchmarkOuter.State()) { BenchmarkOuter() }
        }
        return bytes { outers.map { $0.scope(\.middle, action: \.middle) } }
      }
    ),
    (
      "a store scoped to a row",
      {
        let store = list { BenchmarkTree.State(id: $0) }
        return bytes { Array(store.scope(\.rows, action: \.rows)) }
      }
    ),
    (
      "a store scoped to a presented child",
      {
        let store = list { BenchmarkTree.State(id: $0, child: BenchmarkTree.State()) }
        let rows = Array(store.scope(\.rows, action: \.rows))
        return bytes { rows.map { $0.scope(\.child, action: \.child) } }
      }
    ),
  ]

  private static func list(
    _ row: (Int) -> BenchmarkTree.State
  ) -> StoreOf<BenchmarkTree> {
    let rows = IdentifiedArray(uniqueElements: (0..<count).map(row))
    return Store(initialState: BenchmarkTree.State(rows: rows)) { BenchmarkTree() }
  }

  static func print() throws {
    Swift.print("\n## Memory of stores\n\n| what | bytes each |\n|---|--:|")
    for (index, row) in rows.enumerated() {
      Swift.print("| \(row.name) | \(try printed(by: index)) |")
    }
  }

  /// Prints one figure, in the measuring process.
  static func print(row: String) {
    guard let index = Int(row), rows.indices.contains(index)
    else { return }
    Swift.print(rows[index].bytes(), terminator: "")
  }

  private static func printed(by index: Int) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [argument, "\(index)"]
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }

  private final class Empty {}

  /// Returns the memory per object of ``count`` retained objects.
  private static func bytes<Things>(_ make: () -> Things) -> Int {
    let before = inUse
    let things = make()
    return withExtendedLifetime(things) { (inUse - before) / count }
  }

  /// The process's resident memory. Rounding to pages is negligible with this many objects.
  private static var inUse: Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(
      separator: " ")
    return (fields.flatMap { Int($0[1]) } ?? 0) * Int(getpagesize())
  }
}
