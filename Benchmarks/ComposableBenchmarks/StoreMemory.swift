import ComposableArchitecture
import Foundation

/// What a child store holds, beside an object that holds nothing.
@MainActor
enum StoreMemory {
  static func print() {
    let count = 100_000
    let list = Store(
      initialState: BenchmarkList.State(
        rows: IdentifiedArray(uniqueElements: (0..<count).map { BenchmarkCounter.State(id: $0) }))
    ) {
      BenchmarkList()
    }
    let outers = (0..<count).map { _ in
      Store(initialState: BenchmarkOuter.State()) { BenchmarkOuter() }
    }
    Swift.print("\n## Memory of stores\n\n| what | bytes each |\n|---|--:|")
    for (name, bytes) in [
      (
        "an empty object, and its place in an array",
        bytes(count) { (0..<count).map { _ in Empty() } }
      ),
      (
        "a store scoped to a child",
        bytes(count) { outers.map { $0.scope(\.middle, action: \.middle) } }
      ),
      ("a store scoped to a row", bytes(count) { Array(list.scope(\.rows, action: \.rows)) }),
    ] {
      Swift.print("| \(name) | \(bytes) |")
    }
  }

  private final class Empty {}

  /// The memory that is in use for each of `count` things because they are held.
  private static func bytes<Things>(_ count: Int, _ make: () -> Things) -> Int {
    let before = inUse
    let things = make()
    return withExtendedLifetime(things) { (inUse - before) / count }
  }

  /// The process's resident memory. The things are so many that its pages do not matter.
  private static var inUse: Int {
    let fields = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(
      separator: " ")
    return (fields.flatMap { Int($0[1]) } ?? 0) * Int(getpagesize())
  }
}
