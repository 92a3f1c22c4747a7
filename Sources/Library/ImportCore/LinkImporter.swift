import AudioFileClient
import Dependencies
public import DownloadClient
import Foundation
import LibraryFolder
import POSIX
import SharedModels

public struct LinkImporter: Sendable {
  public struct Result: Equatable, Sendable {
    public let outcome: Importer.Outcome
    /// The number of recordings that the web page lists. Only the first is imported.
    public let listedCount: Int
  }

  @Dependency(\.downloads) private var downloads
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.uuid) private var uuid

  public init() {}

  /// Imports nothing if it throws `DownloadFailure`, `CancellationError` or errors of ``Importer``.
  public func callAsFunction(
    _ link: DownloadLink, details: MemoDetails = MemoDetails(), job: JobRequest?,
    progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
  ) async throws -> Result {
    guard let lock = try ImportLock(.shared, in: folder.root)
    else { throw ImportFailure.recovering }
    defer { withExtendedLifetime(lock) {} }
    try LibraryFolder.make(folder.drafts)
    let place = try DownloadFolder(in: folder.drafts, named: uuid().text)
    defer { withExtendedLifetime(place) {} }
    let download = try await downloads.audio(at: link, into: place.url, progress: progress)
    var details = details
    details.title = details.title ?? download.title
    do {
      let outcome = try await Importer().importFile(
        download.file, named: nil, details: details, job: job)
      return Result(outcome: outcome, listedCount: download.listedCount)
    } catch let error as AudioFileError where error.path == download.file.path {
      // Hides the temporary path, which the user doesn't know.
      throw DownloadFailure(
        error.description.replacingOccurrences(of: error.path, with: link.description))
    }
  }
}

/// A locked folder that is removed with its files. The next one removes those of killed processes.
private final class DownloadFolder: Sendable {
  private static let prefix = "download-"

  let url: URL
  private let lock: Descriptor

  init(in drafts: URL, named name: String) throws {
    func path(_ name: String) -> String { drafts.appendingPathComponent(name).path }
    do throws(SystemError) {
      for name in try names(in: drafts.path) where name.hasPrefix(Self.prefix) {
        guard let old = try? Self.opened(path(name)), (try? old.lockIfFree(.exclusive)) == true
        else { continue }
        Self.remove(path(name))
      }
      // Named once it is locked.
      let new = path(".\(Self.prefix)\(name)")
      try makeFolder(new, mode: 0o700)
      let lock = try Self.opened(new)
      try lock.lock(.exclusive)
      try rename(new, to: path(Self.prefix + name))
      self.lock = lock
    } catch {
      throw DownloadFailure("\(drafts.path) cannot be used: \(error.reason); check its permissions")
    }
    url = drafts.appendingPathComponent(Self.prefix + name, isDirectory: true)
  }

  deinit {
    Self.remove(url.path)
  }

  private static func opened(_ path: String) throws(SystemError) -> Descriptor {
    try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
  }

  private static func remove(_ folder: String) {
    for name in (try? names(in: folder)) ?? [] { try? removeFile("\(folder)/\(name)") }
    rmdir(folder.systemPath)
  }
}
