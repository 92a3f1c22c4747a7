public import Dependencies
public import DownloadClient
import POSIX

extension DownloadClient: DependencyKey {
  public static let liveValue = live()

  /// `searchPath` lists folders of yt-dlp, like `PATH`. `byteLimit` is that of uploads to a server.
  public static func live(searchPath: String? = nil, byteLimit: Int64 = 8 << 30) -> Self {
    Self { link, folder, progress in
      let file = WebFile(link: link, folder: folder, byteLimit: byteLimit, progress: progress)
      if let download = try await file.download() { return download }
      let searchPath =
        searchPath ?? ProcessText.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
      guard let program = YTDLP(searchPath: searchPath)
      else {
        throw DownloadFailure(
          "\(link) is a web page; install yt-dlp, which downloads the audio of web pages")
      }
      progress(.webPage)
      return try await program.download(link, into: folder, byteLimit: byteLimit)
    }
  }
}
