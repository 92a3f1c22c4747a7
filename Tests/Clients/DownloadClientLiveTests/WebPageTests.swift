import Dependencies
import DownloadClient
import DownloadClientLive
import Foundation
import TestWebServer
import Testing

struct WebPageTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func page(_ type: String = "text/html; charset=utf-8") throws -> WebServer {
    try WebServer(answering: .status(200, text: "<html>", headers: ["Content-Type: \(type)"]))
  }

  private func download(
    _ address: String, progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
  ) async throws -> Download {
    let link = try #require(DownloadLink(address))
    return try await DownloadClient.live(searchPath: scratch.searchPath, byteLimit: 1 << 20)
      .audio(at: link, into: scratch.downloads, progress: progress)
  }

  private func failure(_ server: WebServer) async -> String? {
    let failure = await #expect(throws: DownloadFailure.self) {
      _ = try await download(server.url)
    }
    return failure?.description
  }

  @Test(
    "Without yt-dlp, a web page or a playlist is refused with the fix",
    arguments: ["text/html", "application/xhtml+xml", "Application/VND.apple.mpegURL"])
  func missing(type: String) async throws {
    let server = try page(type)
    #expect(
      await failure(server)
        == "\(server.url) is a web page; install yt-dlp, which downloads the audio of web pages")
    #expect(try scratch.names == [])
  }

  @Test("yt-dlp downloads the audio of a page with its title and date, without users' options")
  func found() async throws {
    try scratch.writeYTDLP(
      """
      printf '%s\\n' "$@" > '\(scratch.path("arguments"))'
      printf sound > 'A talk.webm'
      printf '{"title": "A talk: one", "timestamp": 1600159777, "playlist_count": 3}' \
      > 'A talk.info.json'
      """)
    let server = try page()
    let progress = LockIsolated<[DownloadProgress]>([])
    let download = try await download(server.url) { step in progress.withValue { $0.append(step) } }
    #expect(
      download
        == Download(
          file: scratch.downloads.appendingPathComponent("A talk.webm"), listedCount: 3,
          title: "A talk: one"))
    let date =
      try FileManager.default.attributesOfItem(atPath: download.file.path)[
        .modificationDate] as? Date
    #expect(date == Date(timeIntervalSince1970: 1_600_159_777))
    #expect(progress.value == [.webPage])
    let arguments = try String(contentsOfFile: scratch.path("arguments"), encoding: .utf8)
      .split(separator: "\n").map(String.init)
    #expect(arguments.suffix(2) == ["--", server.url])
    #expect(arguments.contains("--ignore-config") && arguments.contains("--no-playlist"))
  }

  @Test(
    "The date of a page may be a day, or missing, or wrong",
    arguments: [
      (#"{"upload_date": "20200915"}"#, 1_600_171_200), ("{}", nil), ("not JSON", nil),
      (#"{"upload_date": "soon"}"#, nil), (#"{"timestamp": 1e300}"#, nil),
    ] as [(String, Double?)])
  func dates(information: String, seconds: Double?) async throws {
    try scratch.writeYTDLP(
      "printf sound > talk.webm; printf '%s' '\(information)' > talk.info.json")
    let start = Date()
    let server = try page()
    let download = try await download(server.url)
    #expect(server.requests.count == 1)
    let date = try #require(
      try FileManager.default.attributesOfItem(atPath: download.file.path)[.modificationDate]
        as? Date)
    if let seconds {
      #expect(date == Date(timeIntervalSince1970: seconds))
    } else {
      #expect(date > start.addingTimeInterval(-3_600))
    }
  }

  @Test("An error of yt-dlp is reported in one line")
  func refused() async throws {
    try scratch.writeYTDLP(
      "echo 'WARNING: old' >&2; echo 'ERROR: [generic] Unsupported URL' >&2; echo >&2; exit 1")
    let server = try page()
    #expect(
      await failure(server)
        == """
        \(server.url) cannot be downloaded: yt-dlp: [generic] Unsupported URL; check the address, \
        or update yt-dlp
        """)
  }

  @Test("A page without audio, and one whose audio is too large, are reported")
  func nothing() async throws {
    try scratch.writeYTDLP("printf '{}' > talk.info.json; printf x > talk.webm.part")
    #expect(await failure(try page())?.contains("yt-dlp found no audio in it") == true)
  }

  @Test("yt-dlp cannot write more than the limit")
  func limit() async throws {
    try scratch.writeYTDLP(
      "head -c 3000000 /dev/zero > talk.webm || { echo 'ERROR: too large' >&2; exit 1; }")
    #expect(await failure(try page())?.contains("yt-dlp: too large") == true)
  }

  @Test("yt-dlp ends when the task is canceled")
  func cancellation() async throws {
    let pipe = scratch.path("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    try scratch.writeYTDLP("echo $$ > '\(pipe)'; exec sleep 600")
    let server = try page()
    let url = server.url
    let task = Task { try await download(url) }
    let started = LockIsolated<pid_t?>(nil)
    // On a separate thread, because the awaited task needs the threads of tasks.
    Thread.detachNewThread {
      let bytes = FileHandle(forReadingAtPath: pipe)?.readDataToEndOfFile() ?? Data()
      let text = String(decoding: bytes, as: UTF8.self)
      started.setValue(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      task.cancel()
    }
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    let pid = try #require(started.value)
    #expect(kill(pid, 0) == -1)
    #expect(server.requests.count == 1)
  }
}
