import AudioFileClient
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import DependenciesTestSupport
import ExportCore
import ExportFilesClient
import Foundation
import LibraryFolder
import SharedModels
import Testing
import TranscriptExport

struct ExporterTests {
  private let copies = LockIsolated<[String]>([])
  private let files = LockIsolated<[String: Data]>([:])

  private func withExporter(
    _ change: (inout DependencyValues) -> Void = { _ in },
    operation: (Exporter) async throws -> Void
  ) async rethrows {
    try await withDependencies {
      $0.audioFile.copyOut = { [copies] source, destination, replacing in
        copies.withValue { $0.append("\(source.path) \(destination.path) \(replacing)") }
        return StoredAudio(byteCount: 0, sha256: "")
      }
      $0.database = .inMemory([TranscribedMemo(recording: .mock, transcription: .mock)])
      $0.exportFiles = .inMemory(files)
      $0.libraryFolder = LibraryFolder(root: URL(fileURLWithPath: "/library", isDirectory: true))
      change(&$0)
    } operation: {
      try await operation(Exporter())
    }
  }

  private func place(_ path: String) -> URL { URL(fileURLWithPath: path) }

  private func written(_ path: String) -> String? {
    files.value[path].map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("A transcript is written in the chosen format")
  func transcript() async throws {
    try await withExporter { exporter in
      try await exporter.export(
        .mock, as: .transcript(.srt), to: place("/home/me/a.srt"), replacing: false)
    }
    #expect(written("/home/me/a.srt")?.hasPrefix("1\n00:00:00,500 --> ") == true)
  }

  @Test("The stored summary is in Markdown and JSON until the transcript changes")
  func summary() async throws {
    try await withExporter { exporter in
      @Dependency(\.database) var database
      var summary = Summary(
        provenance: Summary.Provenance(
          model: "gemma", promptVersion: 1, transcription: .mock,
          createdAt: Date(timeIntervalSince1970: 0)))
      summary.sentence = Summary.Point(
        "About money.",
        quote: Summary.Quote(
          text: "the budget.", words: 3..<5, start: .milliseconds(1300), end: .seconds(2)))
      try await database.summaries.save(summary: summary, of: Recording.mock.id)
      func hasSummary(_ format: ExportFormat) async throws -> Bool {
        try await exporter.text(of: .mock, as: format).contains("About money.")
      }
      #expect(try await hasSummary(.md))
      #expect(try await hasSummary(.json))
      #expect(try await !hasSummary(.txt))
      let edit = try #require(
        Transcription.mock.edit(text: "Nothing.", at: Date(timeIntervalSince1970: 1)))
      try await database.editTranscription(id: Transcription.mock.id, with: edit)
      #expect(try await !hasSummary(.md))
    }
  }

  @Test("Caption lines have the requested length")
  func options() async throws {
    try await withExporter { exporter in
      let wide = try await exporter.text(
        of: .mock, as: .srt, subtitles: SubtitleOptions(lineLength: 40))
      let narrow = try await exporter.text(
        of: .mock, as: .srt, subtitles: SubtitleOptions(lineLength: 12))
      #expect(wide.contains("We agreed on the budget.\n"))
      let lines = narrow.split(separator: "\n").filter { !$0.contains("-->") }
      #expect(lines.count > 4 && lines.allSatisfy { $0.count <= 12 })
    }
  }

  @Test("A look at the beginning takes no more segments than it needs")
  func beginning() async throws {
    try await withExporter { exporter in
      let text = try await exporter.text(of: .mock, as: .txt, limit: 1)
      #expect(text == "We agreed on the budget.\n")
    }
  }

  @Test("Audio is copied from the library folder unchanged")
  func sound() async throws {
    try await withExporter { exporter in
      try await exporter.export(.mock, as: .audio, to: place("/home/me/a.wav"), replacing: false)
    }
    #expect(
      copies.value == ["/library/audio/\(Recording.mock.audio.fileName) /home/me/a.wav false"])
    #expect(files.value == [:])
  }

  @Test("An existing file is replaced only on request")
  func existing() async throws {
    files.setValue(["/home/me/a.txt": Data("old".utf8)])
    try await withExporter { exporter in
      #expect(
        try await exporter.existing([place("/home/me/a.txt"), place("/home/me/b.txt")])
          == [place("/home/me/a.txt")])
      for content in [ExportContent.transcript(.txt), .audio] {
        await #expect(throws: ExportProblem.exists(path: "/home/me/a.txt")) {
          try await exporter.export(
            .mock, as: content, to: place("/home/me/a.txt"), replacing: false)
        }
      }
      #expect(written("/home/me/a.txt") == "old")
      try await exporter.export(
        .mock, as: .transcript(.txt), to: place("/home/me/a.txt"), replacing: true)
      #expect(written("/home/me/a.txt")?.hasPrefix("We agreed") == true)
      try await exporter.export(.mock, as: .audio, to: place("/home/me/a.txt"), replacing: true)
      #expect(copies.value.map { $0.hasSuffix("true") } == [true])
    }
  }

  @Test("An unwritable destination is reported before anything is written")
  func places() async throws {
    await withExporter { exporter in
      await #expect(throws: ExportProblem.noFolder(path: "/gone")) {
        try await exporter.export(
          .mock, as: .transcript(.txt), to: place("/gone/a.txt"), replacing: true)
      }
      await #expect(throws: ExportProblem.isFolder(path: "/home/me")) {
        try await exporter.export(.mock, as: .audio, to: place("/home/me"), replacing: true)
      }
    }
    #expect(files.value == [:] && copies.value == [])
  }

  @Test("A memo without a transcript reports the reason")
  func noTranscript() async throws {
    let waiting = Recording.preview(
      id: Recording.ID(UUID()), title: "Memo", transcription: .running(progress: 0.42))
    await withExporter { exporter in
      let problem = ExportProblem.noTranscript(title: "Memo", state: .running(progress: 0.42))
      await #expect(throws: problem) {
        try await exporter.export(
          waiting, as: .transcript(.txt), to: place("/home/me/a.txt"), replacing: false)
      }
      #expect(
        problem.description
          == "'Memo' has no transcript yet: it is being transcribed (42%); try again when it is done"
      )
    }
    #expect(files.value == [:])
  }

  @Test("A memo without its audio reports it, and other failures stay unchanged")
  func soundGone() async throws {
    await withExporter {
      $0.audioFile.copyOut = { source, _, _ in throw AudioFileError.missing(path: source.path) }
    } operation: { exporter in
      await #expect(throws: ExportProblem.noAudio(title: Recording.mock.title)) {
        try await exporter.export(.mock, as: .audio, to: place("/home/me/a.wav"), replacing: false)
      }
    }
    await withExporter {
      $0.audioFile.copyOut = { _, to, _ in throw AudioFileError.noSpace(path: to.path) }
    } operation: { exporter in
      await #expect(throws: AudioFileError.noSpace(path: "/home/me/a.wav")) {
        try await exporter.export(.mock, as: .audio, to: place("/home/me/a.wav"), replacing: false)
      }
    }
  }

  @Test("Each problem is one line")
  func descriptions() {
    let problems: [ExportProblem] =
      [
        .exists(path: "/a"), .isFolder(path: "/a"), .noFolder(path: "/a"), .noAudio(title: ""),
      ]
      + [.none, .queued, .cancelled, .failed(reason: "no weights")].map {
        .noTranscript(title: "A", state: $0)
      }
    for problem in problems {
      #expect(!problem.description.contains("\n") && problem.description.count > 20)
    }
    #expect(Set(problems.map(\.description)).count == problems.count - 1, "two states say the same")
  }

  @Test("Folders are parsed and displayed with ~")
  func folders() {
    withDependencies {
      $0.exportFiles = .inMemory()
    } operation: {
      let place = ExportPlace()
      #expect(place.folder("~").path == "/home/me")
      #expect(place.folder(" ~/Documents/ ").path == "/home/me/Documents")
      #expect(place.folder("/tmp/../out").path == "/out")
      let current = FileManager.default.currentDirectoryPath
      #expect(place.folder("").path == current)
      #expect(place.folder("out").path == URL(fileURLWithPath: current + "/out").path)
      #expect(place.text(for: URL(fileURLWithPath: "/home/me")) == "~")
      #expect(place.text(for: URL(fileURLWithPath: "/home/me/out")) == "~/out")
      #expect(place.text(for: URL(fileURLWithPath: "/home/mellow")) == "/home/mellow")
    }
  }
}
