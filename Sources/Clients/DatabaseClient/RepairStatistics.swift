import SharedModels

/// Segments that needed a second pass of the engine, in memos where that is known.
public struct RepairStatistics: Codable, Equatable, Sendable {
  public var memoCount: Int
  public var repairedMemoCount: Int
  public var repairCount: Int

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
