import BenchmarkSupport

@main
enum ComposableBenchmarks {
  static func main() {
    BenchmarkSupport.run([
      casePaths, customDumps, dependencies, fileStorages, identifiedArrays, lockIsolated, sharing,
      sharingObservation, stores,
    ])
  }
}
