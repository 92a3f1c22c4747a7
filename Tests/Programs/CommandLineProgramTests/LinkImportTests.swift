import Dependencies
import DownloadClient
import Foundation
import Testing

/// Imports of web addresses.
struct LinkImportTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
  }

  @Test("Audio from the web is imported, and reported with its address, without a password")
  func link() async throws {
    let address = "https://me:secret@host.example/talk.wav"
    let outcome = await session.run("import", "--json", "--no-wait", address) {
      $0.downloads = .previewValue
    }
    #expect(outcome.status == 0 && outcome.error == "")
    #expect(outcome.objects.map { $0["event"] as? String } == ["saved"])
    #expect(outcome.objects.first?["title"] as? String == "talk")
    #expect(outcome.objects.first?["file"] as? String == "https://host.example/talk.wav")
    let drafts = try FileManager.default.contentsOfDirectory(atPath: session.folder.drafts.path)
    #expect(drafts == [])
  }

  @Test("A download that fails is reported, and does not stop the others")
  func failedLink() async throws {
    let outcome = await session.run(
      "import", "--json", "--no-wait", "https://", "https://host.example/a.wav",
      try session.file("memo.wav")
    ) {
      $0.downloads.audio = { link, _, _ in throw DownloadFailure("\(link) is gone; look elsewhere")
      }
    }
    #expect(outcome.status == 1 && outcome.error == "")
    #expect(outcome.objects.map { $0["event"] as? String } == ["refused", "saved", "refused"])
    #expect(
      outcome.objects.first?["reason"] as? String == "https:// is not a valid web address; check it"
    )
    #expect(outcome.objects.last?["file"] as? String == "https://host.example/a.wav")
    #expect(
      outcome.objects.last?["reason"] as? String
        == "https://host.example/a.wav is gone; look elsewhere")
  }

  @Test("A playlist is announced, and the progress of a download leaves no trace")
  func playlist() async throws {
    let outcome = await session.run(
      "import", "--no-wait", "https://host.example/list", onTerminal: true
    ) {
      $0.downloads.audio = { link, folder, progress in
        progress(.webPage)
        progress(.bytes(1, total: 4))
        let download = try await DownloadClient.previewValue.audio(
          at: link, into: folder, progress: progress)
        return Download(file: download.file, listedCount: 12)
      }
    }
    #expect(outcome.status == 0)
    #expect(outcome.error.contains("Downloading with yt-dlp"))
    #expect(outcome.error.contains(" 25%"))
    #expect(
      outcome.error.contains(
        "https://host.example/list lists 12 recordings; only the first was imported\n"))
  }

  @Test("A stopped download is not an import")
  func stoppedLink() async throws {
    let outcome = await session.run("import", "https://host.example/a.wav") {
      $0.downloads.audio = { _, _, _ in throw CancellationError() }
    }
    #expect(outcome == .init(1, error: "speechmemo: stopped; nothing was imported\n"))
  }
}
