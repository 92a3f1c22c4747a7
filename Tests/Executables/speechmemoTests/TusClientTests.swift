import Foundation
import Testing

/// The tus project's own client, unchanged, over a real connection.
@Suite(
  .enabled(if: OfficialClient.isInstalled("tusclient"), "the Python package 'tuspy' is not there"))
struct TusClientTests {
  private static let script = """
    import sys
    from tusclient.client import TusClient

    url, token, sound = sys.argv[1:]
    client = TusClient(url + "/api/uploads", headers={"Authorization": "Bearer " + token})
    first = client.uploader(sound, chunk_size=5000, metadata={"filename": "talk.wav"})
    first.upload_chunk()
    print(first.offset)
    # Another client goes on where that one was.
    second = client.uploader(sound, chunk_size=5000, url=first.url)
    print(second.offset)
    second.upload()
    print(second.offset)
    """

  @Test("An interrupted upload resumes and becomes a memo with its transcript")
  func resumes() throws {
    let sandbox = try Sandbox()
    let sound = try sandbox.file("talk.wav", Sound.tone(440))
    let file = try sandbox.client(Self.script)
    let outcome = try sandbox.serve(
      """
      '\(OfficialClient.python)' '\(file)' "$url" "$token" '\(sound)' 2>&1
      """)
    let size = try Data(contentsOf: URL(fileURLWithPath: sound)).count
    #expect(
      outcome.output.split(separator: "\n") == ["5000", "5000", "\(size)"], "\(outcome.error)")
    #expect(try sandbox.run("list").output.contains("talk"))
  }
}
