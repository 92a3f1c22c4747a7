import BenchmarkSupport

@main
enum ModelsBenchmarks {
  static func main() {
    BenchmarkSupport.run([dates, editing, exports, statistics, words])
  }
}
