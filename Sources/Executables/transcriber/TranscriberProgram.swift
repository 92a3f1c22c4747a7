import LiveProgram

@main
enum TranscriberProgram {
  static func main() async {
    LiveProgram.openStandardStreams()
    await LiveProgram.run("transcriber")
  }
}
