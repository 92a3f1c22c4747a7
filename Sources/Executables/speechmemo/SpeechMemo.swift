import LiveProgram

/// The command line and the app.
@main
enum SpeechMemo {
  static func main() async {
    LiveProgram.openStandardStreams()
    await LiveProgram.run()
  }
}
