import Dependencies
import DownloadClient
import DownloadClientLive
import Foundation
import TestWebServer
import Testing

struct WebFileTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func download(
    _ address: String, byteLimit: Int64 = 1 << 20,
    progress: @escaping @Sendable (DownloadProgress) -> Void = { _ in }
  ) async throws -> Download {
    let link = try #require(DownloadLink(address))
    return try await DownloadClient.live(searchPath: "", byteLimit: byteLimit)
      .audio(at: link, into: scratch.downloads, progress: progress)
  }

  private func expectFailure(
    _ address: String, byteLimit: Int64 = 1 << 20, saying text: String
  ) async {
    let failure = await #expect(throws: DownloadFailure.self) {
      _ = try await download(address, byteLimit: byteLimit)
    }
    #expect(failure?.description.contains(text) == true, "\(failure?.description ?? "")")
  }

  @Test("A file has the name in its address, its bytes, and the date of its last change")
  func file() async throws {
    let server = try WebServer(
      answering: .status(
        200, text: "sound",
        headers: ["Last-Modified: Tue, 15 Sep 2020 08:49:37 GMT", "Content-Type: audio/flac"]))
    let progress = LockIsolated<[DownloadProgress]>([])
    let download = try await download("\(server.origin)/in/a%20talk.flac?x=1") { step in
      progress.withValue { $0.append(step) }
    }
    #expect(download.file.path == scratch.downloads.path + "/a talk.flac")
    #expect(download.title == nil && download.listedCount == 1)
    #expect(try scratch.names == ["a talk.flac"])
    #expect(try String(contentsOf: download.file, encoding: .utf8) == "sound")
    let date =
      try FileManager.default.attributesOfItem(atPath: download.file.path)[
        .modificationDate] as? Date
    #expect(date == Date(timeIntervalSince1970: 1_600_159_777))
    #expect(progress.value == [.bytes(5, total: 5)])
    let request = try #require(server.requests.first)
    #expect(request.line == "GET /in/a%20talk.flac?x=1 HTTP/1.1")
  }

  @Test("A redirect names the file, and its target gets no password")
  func redirect() async throws {
    let other = try WebServer(answering: .status(200, text: "sound"))
    let server = try WebServer(
      answering: .raw(
        "HTTP/1.1 301 Moved\r\nLocation: \(other.origin)/talk.mp3\r\nContent-Length: 0\r\n\r\n"))
    let address = server.origin.replacingOccurrences(of: "//", with: "//me:secret@")
    #expect(try await download("\(address)/x").file.lastPathComponent == "talk.mp3")
    #expect(server.requests.first?.headers["authorization"] == "Basic bWU6c2VjcmV0")
    #expect(other.requests.map { $0.headers["authorization"] } == [nil])
  }

  @Test(
    "The server can name the file, but not place it elsewhere",
    arguments: [
      (#"attachment; filename="my talk.mp3""#, "my talk.mp3"),
      ("attachment; filename=talk.mp3; size=3", "talk.mp3"),
      ("attachment; filename=a.mp3; filename*=UTF-8''%C3%9Cbung.mp3", "Übung.mp3"),
      (#"attachment; filename="../../../etc/talk.mp3""#, "talk.mp3"),
      (#"attachment; filename="C:\talks\talk.mp3""#, "talk.mp3"),
      (#"attachment; filename=".hidden""#, "hidden"), (#"attachment; filename="..""#, "hook"),
      ("attachment; filename*=UTF-8''a%2F..%2Fb%00.mp3", "b.mp3"), ("inline", "hook"),
    ])
  func names(header: String, name: String) async throws {
    let server = try WebServer(
      answering: .status(200, text: "sound", headers: ["Content-Disposition: \(header)"]))
    #expect(try await download(server.url).file.lastPathComponent == name)
    #expect(try scratch.names == [name])
  }

  @Test("Without any name, the file is called download")
  func nameless() async throws {
    let server = try WebServer(answering: .status(200, text: "sound"))
    #expect(try await download(server.origin).file.lastPathComponent == "download")
  }

  @Test("A file above the limit is refused, with an announced size before it is loaded")
  func limit() async throws {
    let server = try WebServer(
      answering: .raw("HTTP/1.1 200 OK\r\nContent-Length: 9000000000\r\n\r\nx", then: .hold),
      .raw("HTTP/1.1 200 OK\r\n\r\n", then: .endlessBody), .status(200, text: "12345"),
      .status(200, text: "123456"))
    await expectFailure(server.url, byteLimit: 1 << 30, saying: "is larger than 1 GiB")
    try clear()
    await expectFailure(server.url, byteLimit: 100_000, saying: "is larger than")
    try clear()
    #expect(try await download(server.url, byteLimit: 5).file.lastPathComponent == "hook")
    try clear()
    await expectFailure(server.url, byteLimit: 5, saying: "is larger than")
  }

  @Test("A file that arrives in part, an error, and a missing server are no downloads")
  func failures() async throws {
    let server = try WebServer(
      answering: .raw("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nabc"),
      .status(404, text: "gone"),
      .raw("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"))
    await expectFailure(server.url, saying: "cannot be downloaded: ")
    #expect(try scratch.names == ["download.part"])
    try clear()
    await expectFailure(
      server.url,
      saying: "\(server.url) cannot be downloaded: the server responded with 404; check the address"
    )
    try clear()
    await expectFailure(server.url, saying: "cannot be downloaded: ")
    try clear()
    await expectFailure("http://127.0.0.1:1/", saying: "check the address and the network")
  }

  @Test("A download ends when its task is canceled")
  func cancellation() async throws {
    let server = try WebServer(
      answering: .raw("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nabc", then: .hold))
    let url = server.url
    let task = Task { try await download(url) }
    // On a separate thread, because the awaited task needs the threads of tasks.
    Thread.detachNewThread {
      _ = server.requests(waitingFor: 1)
      task.cancel()
    }
    await #expect(throws: CancellationError.self) { _ = try await task.value }
  }

  private func clear() throws {
    for name in try scratch.names {
      try FileManager.default.removeItem(at: scratch.downloads.appendingPathComponent(name))
    }
  }
}
