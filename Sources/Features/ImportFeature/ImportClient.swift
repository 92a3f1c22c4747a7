public import ComposableArchitecture
public import ImportCore
import SharedModels

/// Finds files and takes them into the library.
@DependencyClient
public struct ImportClient: Sendable {
  /// The paths that go on from the beginning of one: files and folders, the latter with a slash.
  public var completions: @Sendable (_ of: String) async -> [String] = { _ in [] }

  /// The files that paths stand for.
  public var sources: @Sendable (_ paths: [String]) async -> ImportSources = { _ in
    ImportSources()
  }

  /// Makes a memo of a file, and the job to transcribe it.
  public var take: @Sendable (_ file: URL) async throws -> Importer.Outcome
}

extension DependencyValues {
  public var importClient: ImportClient {
    get { self[ImportClient.self] }
    set { self[ImportClient.self] = newValue }
  }
}

extension ImportClient: DependencyKey {
  public static var liveValue: Self {
    Self(
      completions: { PathCompletion.paths(goingOnFrom: $0) },
      sources: { paths in
        var sources = ImportSources()
        for path in paths { sources.add(URL(fileURLWithPath: path)) }
        return sources
      },
      take: { try await Importer()($0) })
  }

  public static let testValue = Self()

  /// Files that are not there, each a minute long.
  public static var previewValue: Self {
    Self(
      completions: { text in
        ["/music/notes.wav", "/music/talk.flac"].filter { $0.hasPrefix(text) }
      },
      sources: { paths in
        var sources = ImportSources()
        sources.files = paths.map { URL(fileURLWithPath: $0) }
        return sources
      },
      take: { file in
        .added(
          .preview(
            title: file.deletingPathExtension().lastPathComponent, duration: .seconds(60),
            transcription: .queued))
      })
  }
}
