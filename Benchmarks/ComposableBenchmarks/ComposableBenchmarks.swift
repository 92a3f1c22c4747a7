import BenchmarkSupport

@main
enum ComposableBenchmarks {
  @MainActor
  static func main() {
    if CommandLine.arguments.dropFirst() == [OtherWriter.argument] { return OtherWriter.main() }
    BenchmarkSupport.run([
      casePaths, customDumps, dependencies, fileStorages, identifiedArrays, lockIsolated,
      runtimeInternals, sharing, sharingKeys, sharingObservation, stores, testStores,
    ])
    if CommandLine.arguments.count == 1 || CommandLine.arguments.contains("memory") {
      StoreMemory.print()
    }
  }
}
