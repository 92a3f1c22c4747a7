import Foundation
import Testing

/// The manifest as reduced by `MODULE=…`.
struct CutTests {
  @Test("MOD-08 A module is left with its tests and dependencies; a layer with all its modules")
  func cut() throws {
    let data = try Manifest.dump(module: "Tagged Models")
    let names = try JSONDecoder().decode(Manifest.self, from: data).targets.map(\.name)
    #expect(names.contains("TaggedTests"))
    #expect(names.contains("CustomDump"))
    #expect(names.contains("SharedModelsTests"))
    #expect(names.contains("TranscriptExportTests"))
    #expect(!names.contains("CustomDumpTests"))
    #expect(!names.contains("Sharing"))
  }

  @Test("An unknown name fails with one line")
  func unknown() throws {
    let error = try #require(throws: Manifest.DumpError.self) {
      try Manifest.dump(module: "Playbak")
    }
    let lines = error.text.split(separator: "\n").filter { $0.hasPrefix("Package.swift: ") }
    #expect(
      lines == ["Package.swift: there is no module 'Playbak'; docs/modules.md lists them"],
      "\(error.text)")
  }
}
