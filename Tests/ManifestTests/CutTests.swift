import Foundation
import Testing

/// What `MODULE=…` leaves of the manifest.
struct CutTests {
  @Test("MOD-08 A module is left with its tests and what they need; a layer with all its modules")
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

  @Test("A name that does not exist is answered in a line with those that are like it")
  func unknown() throws {
    let error = try #require(throws: Manifest.DumpError.self) {
      try Manifest.dump(module: "Playbak")
    }
    let line = error.text.split(separator: "\n").first { $0.hasPrefix("Package.swift: ") }
    let beginning = "Package.swift: there is no module 'Playbak'; is it PlaybackFeature, "
    #expect(line?.hasPrefix(beginning) == true, "\(error.text)")
  }
}
