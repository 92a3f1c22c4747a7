import LiveProgram

/// The same as `speechmemo serve`, by a name of its own.
@main
enum ServerProgram {
  static func main() async {
    LiveProgram.openStandardStreams()
    await LiveProgram.run("serve")
  }
}
