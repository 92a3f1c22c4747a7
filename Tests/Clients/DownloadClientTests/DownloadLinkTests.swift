import Dependencies
import DownloadClient
import Foundation
import Testing

struct DownloadLinkTests {
  @Test(
    "Addresses with http or https and a host are links, and shown without a password",
    arguments: [
      ("https://host.example/talk.mp3?a=1", "https://host.example/talk.mp3?a=1"),
      ("http://host.example", "http://host.example"),
      ("https://me:secret@host.example/a.mp3", "https://host.example/a.mp3"),
      ("https://", nil), ("https:///a.mp3", nil), ("ftp://host.example/a.mp3", nil),
      ("file:///a.mp3", nil), ("talk.mp3", nil), ("https:talk.mp3", nil), ("", nil),
    ] as [(String, String?)])
  func links(text: String, shown: String?) {
    #expect(DownloadLink(text)?.description == shown)
  }

  @Test("What begins as an address is not a path, even if it is not valid")
  func addresses() {
    #expect(DownloadLink.isLink("https://") && DownloadLink.isLink("HTTPS://host.example"))
    #expect(!DownloadLink.isLink("https.mp3") && !DownloadLink.isLink("./https://host.example"))
  }

  @Test("A preview downloads a file with the name of the address")
  func preview() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("download-client-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let link = try #require(DownloadLink("https://host.example/talk.mp3"))
    let progress = LockIsolated<[DownloadProgress]>([])
    let download = try await DownloadClient.previewValue.audio(at: link, into: folder) { step in
      progress.withValue { $0.append(step) }
    }
    #expect(download.file.lastPathComponent == "talk.mp3")
    #expect(try String(contentsOf: download.file, encoding: .utf8) == link.description)
    #expect(progress.value == [.bytes(29, total: 29)])
  }
}
