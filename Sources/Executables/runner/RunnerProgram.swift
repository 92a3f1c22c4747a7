import LiveProgram

/// The same as `speechmemo maintain`: what is due, once.
@main
enum RunnerProgram {
  static func main() async {
    LiveProgram.openStandardStreams()
    await LiveProgram.run("maintain")
  }
}
