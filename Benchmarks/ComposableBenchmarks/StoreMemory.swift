import ComposableArchitecture
import Glibc

/// What a child store holds, beside an object that holds nothing. Counted by the allocator, so it
/// is the same each time.
@MainActor
enum StoreMemory {
  static func print() {
    let count = 10_000
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

  private static var inUse: Int {
    let info = mallinfo2()
    return Int(info.uordblks) + Int(info.hblkhd)
  }
}
