public import Dependencies
public import DependenciesMacros
public import Foundation
import FileStorage
import POSIX
import SharedModels

@DependencyClient
public struct ImportClient: Sendable {
  public var completions: @Sendable (_ of: String) async -> [String] = { _ in [] }

  public var paths: @Sendable (_ typed: String) -> [String] = { _ in [] }

  public var sources: @Sendable (_ paths: [String]) async -> ImportSources = { _ in
    ImportSources()
  }

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
    let folders = XDGFolders()
    let home = folders.home.path
    return Self(
      completions: { PathCompletion.paths(completing: $0, home: home) },
      paths: {
        TypedPaths.parse($0, home: home, exists: fileExists)
      },
      sources: { paths in
        var sources = ImportSources()
        for path in paths { sources.add(folders.url(of: path)) }
        return sources
      },
      take: { try await Importer()($0) })
  }

  public static let testValue = Self()

  public static var previewValue: Self {
    Self(
      completions: { text in
        ["/music/notes.wav", "/music/talk.flac"].filter { $0.hasPrefix(text) }
      },
      paths: { TypedPaths.parse($0, home: "/home", exists: { _ in false }) },
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
