import Foundation
import Testing
import TextEditorClient

struct TextEditorClientTests {
  @Test("Viewing a text in the preview does not change it")
  func preview() async throws {
    #expect(try await TextEditorClient.previewValue.open(text: "Hello.").text == "Hello.")
  }

  @Test("A failure is one line with the unchanged memo and the edited file")
  func failures() {
    let file = URL(fileURLWithPath: "/tmp/a.txt")
    #expect(
      TextEditorFailure.unsuccessful(
        command: "vi", reason: "exited with status 1", kept: EditedText(file: file, text: "Typed.")
      ).description
        == "the editor 'vi' exited with status 1; nothing was changed, and your text is kept in /tmp/a.txt"
    )
    #expect(
      TextEditorFailure.unsuccessful(command: "vi", reason: "could not be started", kept: nil)
        .description == "the editor 'vi' could not be started; nothing was changed")
    #expect(
      TextEditorFailure.unsuccessful(
        command: "vi", reason: "was killed by signal 15", kept: nil,
        leftBehind: [URL(fileURLWithPath: "/tmp/.a.txt.swp")]
      ).description
        == "the editor 'vi' was killed by signal 15; nothing was changed; it left behind /tmp/.a.txt.swp"
    )
  }
}
