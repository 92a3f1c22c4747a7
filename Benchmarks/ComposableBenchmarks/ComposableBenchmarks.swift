import BenchmarkSupport

@main
enum ComposableBenchmarks {
  static func main() {
    BenchmarkSupport.run([customDumps, identifiedArrays, lockIsolated])
  }
}
