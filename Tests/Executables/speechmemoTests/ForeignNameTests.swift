import Foundation
import Testing

/// File names that are not valid UTF-8, as on old disks, are preserved.
struct ForeignNameTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// Runs a script in the test's folder, where `p` is the program.
  private func script(_ script: String) throws -> Sandbox.Outcome {
    try sandbox.script("set -e; cd \"$HOME\"; p() { \(Sandbox.program) \"$@\"; }\n" + script)
  }

  @Test("A file is imported from a folder whose name is not UTF-8, as argument or by search")
  func importing() throws {
    try sandbox.file("a.wav", Sound.tone(300))
    try sandbox.file("b.wav", Sound.tone(400))
    let outcome = try script(
      #"""
      mkdir $'d\xff'; mv a.wav $'d\xff/Gespr\xe4ch.wav'; mv b.wav $'d\xff/b\xc3.wav'
      p import --no-wait $'d\xff/Gespr\xe4ch.wav'
      cd $'d\xff'; p import --no-wait . 2>&1
      """#)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains(#"saved Gespr\xE4ch"#), "\(outcome.output)")
    #expect(outcome.output.contains(#"d\xFF/Gespr\xE4ch.wav is Gespr\xE4ch"#), "\(outcome.output)")
    #expect(outcome.output.contains(#"saved b\xC3"#), "\(outcome.output)")
    let names = try sandbox.memos().compactMap { $0["originalName"] as? String }
    #expect(Set(names) == [#"Gespr\xE4ch.wav"#, #"b\xC3.wav"#])
    try sandbox.expectWhole(memoCount: 2)
  }

  @Test("An export writes to a folder and a file whose names are not UTF-8")
  func exporting() throws {
    try sandbox.file("memo.wav", Sound.tone())
    let outcome = try script(
      #"""
      p import memo.wav >/dev/null
      mkdir $'out\xe4'; ln -s $'out\xe4' link; ln -s $'link/t\xff.txt' text
      p export last -o $'out\xe4' >/dev/null
      p export last -f audio -o $'out\xe4/s\xff.wav'
      p export last -f audio -o $'out\xe4/s\xff.wav'
      p export last -o text
      cd $'out\xe4'; p export last -o here.srt
      cd ..; ls -b; ls -b $'out\xe4'
      cmp memo.wav $'out\xe4/s\xff.wav'
      """#)
    #expect(outcome.status == 0, "\(outcome.error)")
    let names = outcome.output.split(separator: "\n").filter { !$0.contains("-") }
    #expect(
      names == [
        "engine", "library", "link", "memo.wav", #"out\344"#, "text", "here.srt", "memo.txt",
        #"s\377.wav"#, #"t\377.txt"#,
      ])
  }

  @Test("A library in a folder whose name is not UTF-8 is created there")
  func library() throws {
    try sandbox.file("memo.wav", Sound.tone())
    let outcome = try script(
      #"""
      export SPEECHMEMO_HOME=$HOME/$'l\xe9/x'
      p import memo.wav >/dev/null; p rename last New >/dev/null; p settings theme dark >/dev/null
      p export last; p delete last 2>/dev/null; p undo 2>/dev/null; p list >/dev/null
      p export last -o "$SPEECHMEMO_HOME/settings.json" 2>&1 || true
      cd $'l\xe9'; SPEECHMEMO_HOME=x p list --json; p doctor | head -1
      ls -b "$HOME" | grep '^l'; ls "$SPEECHMEMO_HOME"
      """#)
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.contains("one two three four"))
    #expect(outcome.output.contains(#"l\xE9/x/settings.json cannot be written"#))
    #expect(outcome.output.contains("belongs to the library"))
    #expect(outcome.objects.first?["title"] as? String == "New")
    #expect(outcome.output.contains(#"1 memo in \#(sandbox.folder.path)/l\xE9/x"#))
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.contains(#"l\351"#) && !lines.contains("library"))
    #expect(lines.contains("audio") && lines.contains("settings.json"))
  }

  @Test("A missing path is reported with its bytes")
  func missing() throws {
    let outcome = try script(#"p import $'gone\xff.wav'"#)
    outcome.expectComplaint(saying: #"gone\xFF.wav: no such file"#)
  }
}
