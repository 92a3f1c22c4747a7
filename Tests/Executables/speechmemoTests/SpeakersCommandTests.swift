import Foundation
import Testing

/// Speakers from import to export, in the real program.
struct SpeakersCommandTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test("With speaker detection, an imported memo has speakers in every export")
  func imported() throws {
    try sandbox.run("settings", "speakers", "remember").expectSuccess()
    let sound = try sandbox.file("talk.wav", Sound.tone(440, seconds: 4))
    try sandbox.run("import", sound).expectSuccess()
    try sandbox.run("speakers", "name", "talk", "1", "Anna", "--remember").expectSuccess()
    let vtt = try sandbox.run("export", "talk", "-f", "vtt")
    #expect(vtt.output.contains("<v Anna>one two"), "\(vtt.output) \(vtt.error)")
    #expect(vtt.output.contains("<v Speaker 2>three four"))
    // Another memo asks whether it is her.
    let other = try sandbox.file("later.wav", Sound.tone(500, seconds: 4))
    try sandbox.run("import", other).expectSuccess()
    let listed = try sandbox.run("speakers", "list", "later")
    #expect(listed.output.contains("1  Anna?"), "\(listed.output)")
    #expect(try sandbox.run("speakers", "forget", "Anna").status == 0)
    #expect(try sandbox.run("speakers", "voices").output.isEmpty)
    #expect(try sandbox.run("show", "talk").output.contains("Anna\n"))
  }
}
