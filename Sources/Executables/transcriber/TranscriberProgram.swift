import LiveProgram

/// The same as `speechmemo transcriber`, by a name of its own.
@main
enum TranscriberProgram {
  static func main() async {
    LiveProgram.openStandardStreams()
    await LiveProgram.run("transcriber")
  }
}
