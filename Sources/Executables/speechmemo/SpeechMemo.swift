import LiveProgram

@main
enum SpeechMemo {
  static func main() async {
    LiveProgram.openStandardStreams()
    await LiveProgram.run()
  }
}
