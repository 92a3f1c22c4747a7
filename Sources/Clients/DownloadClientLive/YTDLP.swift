import DownloadClient
import Foundation
import POSIX

/// yt-dlp, which downloads the audio of web pages. https://github.com/yt-dlp/yt-dlp
struct YTDLP: Sendable {
  private static let errors = "yt-dlp.errors"
  private static let information = ".info.json"

  private let program: String

  init?(searchPath: String) {
    let folders = searchPath.split(separator: ":").filter { $0.hasPrefix("/") }
    guard let program = folders.lazy.map({ "\($0)/yt-dlp" }).first(where: isProgram)
    else { return nil }
    self.program = program
  }

  func download(
    _ link: DownloadLink, into folder: URL, byteLimit: Int64
  ) async throws -> Download {
    do {
      let child = try start(link, in: folder, byteLimit: byteLimit)
      let end = try await withTaskCancellationHandler {
        try await onOwnThread("yt-dlp") { try child.end() }
      } onCancel: {
        child.kill()
      }
      try Task.checkCancellation()
      guard end == .exited(0)
      else { throw failure(link, in: folder) }
      return try result(link, in: folder)
    } catch let error as SystemError {
      throw DownloadFailure(writing: error, of: link)
    }
  }

  private func start(
    _ link: DownloadLink, in folder: URL, byteLimit: Int64
  ) throws(SystemError) -> RunningProgram {
    let nowhere = try Descriptor("/dev/null", O_RDWR)
    let errors = try Descriptor(
      folder.appendingPathComponent(Self.errors).path, O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
    // The shell's limit, in blocks of 512 bytes, holds for downloads of unknown size.
    let script = "cd \"$0\" && ulimit -f \(byteLimit / 512 + 1) && exec \"$@\""
    return RunningProgram(
      try GuardedChild(
        "/bin/sh",
        [
          "-c", script, folder.path, program,
          // The user's options could name other files, or run other programs.
          "--ignore-config", "--quiet", "--no-warnings", "--no-progress",
          "--no-playlist", "--playlist-items", "1", "--no-write-playlist-metafiles",
          "--write-info-json", "--max-filesize", "\(byteLimit)",
          "--format", "bestaudio/best", "--output", "%(title).150B.%(ext)s",
          "--", link.url.absoluteString,
        ],
        input: nowhere.number, output: nowhere.number, errors: errors.number))
  }

  private func result(_ link: DownloadLink, in folder: URL) throws -> Download {
    let names = try POSIX.names(in: folder.path).filter { $0 != Self.errors }.sorted()
    func url(_ name: String) -> URL { folder.appendingPathComponent(name) }
    let information = names.first { $0.hasSuffix(Self.information) }
      .flatMap { try? Data(contentsOf: url($0)) }
      .flatMap { try? JSONDecoder().decode(Information.self, from: $0) }
    guard
      let name = names.first(where: { !$0.hasSuffix(Self.information) && !$0.hasSuffix(".part") })
    else {
      throw DownloadFailure(
        """
        \(link) cannot be downloaded: yt-dlp found no audio in it, or only audio that is too large; \
        check the address
        """)
    }
    let file = url(name)
    try setModificationDate(of: file, information?.date)
    return Download(
      file: file, listedCount: information?.playlist_count ?? 1, title: information?.title)
  }

  private func failure(_ link: DownloadLink, in folder: URL) -> DownloadFailure {
    let text = try? String(contentsOf: folder.appendingPathComponent(Self.errors), encoding: .utf8)
    let line = text?.split(separator: "\n").last { $0.hasPrefix("ERROR: ") }
    let reason =
      line?.dropFirst("ERROR: ".count).prefix(300)
      .replacingOccurrences(of: link.url.absoluteString, with: link.description) ?? "it failed"
    return DownloadFailure(
      """
      \(link) cannot be downloaded: yt-dlp: \(reason); check the address, or update yt-dlp
      """)
  }

  private struct Information: Decodable {
    var playlist_count: Int?
    var release_timestamp: Double?
    var timestamp: Double?
    var title: String?
    var upload_date: String?

    /// When it was published. A date without a time stands for noon.
    var date: Date? {
      if let seconds = timestamp ?? release_timestamp {
        return Date(timeIntervalSince1970: seconds)
      }
      guard let text = upload_date, let number = Int(text), text.utf8.count == 8
      else { return nil }
      var parts = DateComponents(
        timeZone: .gmt, year: number / 10_000, month: number / 100 % 100, day: number % 100)
      parts.hour = 12
      return Calendar(identifier: .gregorian).date(from: parts)
    }
  }
}

private final class RunningProgram: Sendable {
  private let child: GuardedChild
  private let isCollected = Mutex(false)

  init(_ child: consuming GuardedChild) {
    self.child = child
  }

  func end() throws(SystemError) -> ChildEnd {
    try child.hasEnded(waiting: true)
    return try isCollected.withLock { isCollected throws(SystemError) in
      isCollected = true
      return try child.collect()
    }
  }

  func kill() {
    isCollected.withLock { if !$0 { child.kill() } }
  }
}
