import LiveProgram

@main
enum RunnerProgram {
  static func main() async {
    LiveProgram.openStandardStreams()
    await LiveProgram.run("maintain")
  }
}
