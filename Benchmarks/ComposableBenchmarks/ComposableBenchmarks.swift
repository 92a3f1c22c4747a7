import BenchmarkSupport

@main
enum ComposableBenchmarks {
  static func main() {
    if CommandLine.arguments.dropFirst() == [OtherWriter.argument] { return OtherWriter.main() }
    BenchmarkSupport.run([
      casePaths, customDumps, dependencies, fileStorages, identifiedArrays, lockIsolated, sharing,
      sharingKeys, sharingObservation, stores, testStores,
    ])
  }
}
