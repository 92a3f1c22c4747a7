import LiveProgram

@main
enum ServerProgram {
  static func main() async {
    LiveProgram.openStandardStreams()
    await LiveProgram.run("serve")
  }
}
