import AudioFileClient
import ComposableArchitecture
import ImportCore
import ImportFeature
import PreviewHarness
import SharedModels

extension ImportPreview {
  static let states: [Preview<ImportFeature>.StartingState] = [
    .init("empty", ImportFeature.State()),
    .init("usual", ImportFeature.State("/music/notes.wav /music/talk.flac")),
    .init("long", ImportFeature.State("/music")) {
      $0.importClient.sources = { _ in
        sources((1...2000).map { "/music/\($0).wav" })
      }
    },
    .init("loading", ImportFeature.State("/music/notes.wav /music/talk.flac")) {
      $0.importClient.take = { _ in try await Task.never() }
    },
    .init("failed", ImportFeature.State("/music/notes.txt /music/again.wav nowhere")) {
      $0.importClient.sources = { _ in
        var sources = sources(["/music/notes.txt", "/music/again.wav"])
        sources.problems = [.missing("nowhere")]
        return sources
      }
      $0.importClient.take = { file in
        guard file.pathExtension == "txt"
        else { return .alreadyExists(.preview(title: "A walk")) }
        throw AudioFileError.notAudio(path: file.path)
      }
    },
    .init("denied", ImportFeature.State("/data/secret.wav")) {
      $0.importClient.sources = { _ in
        var sources = ImportSources()
        sources.problems = [.unreadable("/data/secret.wav", reason: "Permission denied")]
        return sources
      }
    },
  ]

  private nonisolated static func sources(_ paths: [String]) -> ImportSources {
    var sources = ImportSources()
    sources.files = paths.map { URL(fileURLWithPath: $0) }
    return sources
  }
}
