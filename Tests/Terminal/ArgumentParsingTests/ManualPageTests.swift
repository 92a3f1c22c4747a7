import ArgumentParsing
import Foundation
import TestPrograms
import Testing

@Suite("Manual page")
struct ManualPageTests {
  private var page: String {
    Sample.command.manualPage(
      date: "2026-01-31",
      sections: [("ENVIRONMENT", "MEMO_HOME is the library.\n\n.hidden \\files aren't read.")])
  }

  @Test("Has the sections in their order")
  func sections() {
    let sections = page.split(separator: "\n").filter { $0.hasPrefix(".SH") }
    #expect(
      sections == [
        ".SH NAME", ".SH SYNOPSIS", ".SH DESCRIPTION", ".SH OPTIONS", ".SH COMMANDS",
        ".SH EXIT STATUS", ".SH \"ENVIRONMENT\"",
      ])
    #expect(page.hasPrefix(".TH \"MEMO\" 1 \"2026\\-01\\-31\" \"memo 1.2.3\"\n"))
  }

  @Test("Describes each visible command with its own options")
  func commands() {
    #expect(
      page.contains(
        """
        .SS "memo export"
        Export a transcript.
        .PP
        Writes to standard output.
        .TP
        .B ID
        The memo(aqs id, or its start.
        .TP
        .B [NUMBER]
        Which one.
        .TP
        .B \\-f, \\-\\-format FORMAT
        The file(aqs form. (one of txt, srt, vtt; default: txt)
        """.replacingOccurrences(of: "(aq", with: "\\(aq")))
    #expect(!page.contains("debug"))
  }

  @Test("Text that looks like a request or an escape is text")
  func escapes() {
    #expect(page.contains("\n\\&.hidden \\efiles aren\\(aqt read.\n"))
  }

  @Test(
    "groff formats it without a complaint",
    .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")))
  func groff() throws {
    let run = try runProgram("/usr/bin/groff", ["-man", "-Tascii", "-ww", "-z"], input: page)
    #expect(run.errors == "")
  }
}
