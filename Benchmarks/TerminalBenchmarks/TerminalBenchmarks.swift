import BenchmarkSupport

@main
enum TerminalBenchmarks {
  static func main() {
    printBytes()
    BenchmarkSupport.run([frames, input, text])
  }
}
