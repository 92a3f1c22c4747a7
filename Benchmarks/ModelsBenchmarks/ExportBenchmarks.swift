import BenchmarkSupport
import SharedModels
import TranscriptExport

var exports: Suite {
  var suite = Suite("Exporting a 3 h talk")
  let recording = Recording.preview(duration: .seconds(10_800))
  for format in ExportFormat.allCases {
    suite.compare(format.rawValue, to: "joining the words") { n in
      for _ in 0..<n { blackHole(opaque(talk).words.map(\.text).joined(separator: " ")) }
    } subject: { n in
      for _ in 0..<n { blackHole(try? export(recording, opaque(talk), as: format)) }
    }
  }
  return suite
}
