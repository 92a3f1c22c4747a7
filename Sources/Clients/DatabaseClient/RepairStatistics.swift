import SharedModels

/// How often the engine has heard something again that it had heard badly at first.
public struct RepairStatistics: Codable, Equatable, Sendable {
  /// The memos of which it is known; those of the trash are left out.
  public var memoCount: Int
  /// Those of them in which it has.
  public var repairedMemoCount: Int
  /// The places in all of them.
  public var repairCount: Int

  /// Creates a value from its properties.
  public init(memoCount: Int = 0, repairedMemoCount: Int = 0, repairCount: Int = 0) {
    self.memoCount = memoCount
    self.repairedMemoCount = repairedMemoCount
    self.repairCount = repairCount
  }
}

extension MemoryLibrary {
  var repairs: RepairStatistics {
    let counts = recordings.filter { !$0.isTrashed }
      .compactMap { transcriptions[$0.id]?.repairs }
    return RepairStatistics(
      memoCount: counts.count, repairedMemoCount: counts.count { $0 > 0 },
      repairCount: counts.reduce(0, +))
  }
}
