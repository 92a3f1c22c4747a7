public import Dependencies
public import DependenciesMacros
public import Foundation

/// Audio from the web. Throws ``DownloadFailure``, or `CancellationError` in a canceled task.
@DependencyClient
public struct DownloadClient: Sendable {
  /// Downloads audio from a file or web page into an empty folder. An error may leave parts there.
  public var audio:
    @Sendable (
      _ at: DownloadLink, _ into: URL,
      _ progress: @escaping @Sendable (DownloadProgress) -> Void
    ) async throws -> Download
}

extension DependencyValues {
  public var downloads: DownloadClient {
    get { self[DownloadClient.self] }
    set { self[DownloadClient.self] = newValue }
  }
}
