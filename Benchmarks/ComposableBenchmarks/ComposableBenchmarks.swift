import BenchmarkSupport

@main
enum ComposableBenchmarks {
  static func main() {
    BenchmarkSupport.run([customDumps, dependencies, identifiedArrays, lockIsolated])
  }
}
