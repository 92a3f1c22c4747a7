import BenchmarkSupport

@main
enum ComposableBenchmarks {
  @MainActor
  static func main() throws {
    if CommandLine.arguments.dropFirst() == [OtherWriter.argument] { return OtherWriter.main() }
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == StoreMemory.argument {
      return StoreMemory.print(row: CommandLine.arguments[2])
    }
    BenchmarkSupport.run([
      casePaths, clocks, customDumps, dependencies, fileStorages, identifiedArrays, lockIsolated,
      runtimeInternals, sharing, sharingKeys, sharingObservation, storeEffects, storeGrowth, stores,
      testStores,
    ])
    if CommandLine.arguments.count == 1 || CommandLine.arguments.contains("memory") {
      try StoreMemory.print()
    }
  }
}
