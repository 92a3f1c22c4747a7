import Foundation
import Testing

/// Files whose content is not what an import hopes for.
struct BadSoundTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test("A file that is not audio is refused, and the library stays empty")
  func notAudio() throws {
    let path = try sandbox.file("letter.wav", Data("Dear Marta,\nthe ferry is late.\n".utf8))
    try sandbox.run("import", path).expectComplaint(saying: path, "is not an audio file")
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test("An empty file is refused, and the library stays empty")
  func empty() throws {
    let path = try sandbox.file("empty.wav", Data())
    try sandbox.run("import", path).expectComplaint(saying: path, "is empty")
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test(
    "A file truncated in its header is refused, and the library stays empty",
    arguments: [3, 12, 20, 36, 43])
  func truncatedHeader(length: Int) throws {
    let path = try sandbox.file("cut.wav", Sound.tone().prefix(length))
    try sandbox.run("import", path).expectComplaint(saying: path)
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test("A file truncated in its audio becomes a memo of the rest")
  func truncatedData() throws {
    let path = try sandbox.file("cut.wav", Sound.tone(seconds: 2).prefix(44 + 32_000))
    try sandbox.run("import", path)
      .expectComplaint(saying: path, "truncated", "the first 0:01", status: 0)
    #expect(try sandbox.memos().map { $0["duration"] as? Double } == [1])
    #expect(try sandbox.text(of: "cut") == "one two three four")
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("A file of zero length is refused, and the library stays empty")
  func zeroLength() throws {
    let path = try sandbox.file("nothing.wav", Sound.silence(seconds: 0))
    try sandbox.run("import", path).expectComplaint(saying: path, "is empty")
    try sandbox.expectWhole(memoCount: 0)
  }

  @Test("Silence becomes a memo without words")
  func silence() throws {
    let path = try sandbox.file("silence.wav", Sound.silence(seconds: 2))
    let outcome = try sandbox.run("import", path)
    outcome.expectSuccess()
    #expect(outcome.output.contains("no speech detected"))
    #expect(try sandbox.memos().map { $0["state"] as? String } == ["done"])
    #expect(try sandbox.text(of: "silence") == "")
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("Noise becomes a memo like any audio")
  func noise() throws {
    let path = try sandbox.file("noise.wav", Sound.noise(seconds: 2))
    try sandbox.run("import", path).expectSuccess()
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("Eight channels become one transcript")
  func eightChannels() throws {
    let path = try sandbox.file("eight.wav", Sound.tone(channels: 8))
    try sandbox.run("import", path).expectSuccess()
    #expect(try sandbox.text(of: "eight") == "one two three four")
    try sandbox.expectWhole(memoCount: 1)
  }

  @Test("A rate of 192 kHz becomes a transcript of the right length")
  func highRate() throws {
    let path = try sandbox.file("high.wav", Sound.tone(rate: 192_000))
    try sandbox.run("import", path).expectSuccess()
    #expect(try sandbox.memos().map { $0["duration"] as? Double } == [1])
    #expect(try sandbox.text(of: "high") == "one two three four")
    try sandbox.expectWhole(memoCount: 1)
  }

  /// In a separate process, since a child's memory figures include its parent's.
  @Test("Three hours of audio are transcribed in less than 400 MB of memory")
  func threeHours() async {
    await #expect(processExitsWith: .success) {
      let sandbox = try Sandbox()
      let (rate, seconds) = (4_000, 3 * 3_600)
      let path = try sandbox.file(
        "long.wav", Sound.header(rate: rate, channels: 1, frames: rate * seconds))
      // The audio is a hole in the file.
      #expect(truncate(path, 44 + rate * seconds * 2) == 0)
      let outcome = try sandbox.run("import", path)
      outcome.expectSuccess()
      #expect(outcome.peakMemory < 400_000_000)
      #expect(try sandbox.memos().map { $0["duration"] as? Double } == [10_800])
      #expect(try sandbox.text(of: "long") == "one two three four")
      try sandbox.expectWhole(memoCount: 1)
    }
  }

  @Test("One bad file among good ones is named, and the others are imported")
  func mixed() throws {
    let good = try sandbox.file("good.wav", Sound.tone(300))
    let bad = try sandbox.file("bad.wav", Data("no".utf8))
    let other = try sandbox.file("other.wav", Sound.tone(500))
    try sandbox.run("import", good, bad, other).expectComplaint(saying: bad)
    #expect(try sandbox.text(of: "good") == "one two three four")
    #expect(try sandbox.text(of: "other") == "one two three four")
    try sandbox.expectWhole(memoCount: 2)
  }

  @Test("The same audio is imported once under any name")
  func twice() throws {
    let first = try sandbox.file("first.wav", Sound.tone())
    let second = try sandbox.file("second.wav", Sound.tone())
    let outcome = try sandbox.run("import", "--json", first, second)
    outcome.expectSuccess()
    #expect(
      outcome.objects.map { $0["event"] as? String } == ["saved", "existing", "transcribed"])
    try sandbox.expectWhole(memoCount: 1)
  }
}
