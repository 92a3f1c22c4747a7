import Foundation
import Testing
import TextEditorClient

struct TextEditorClientTests {
  @Test("Who only looks at a text in the preview has it as it was")
  func preview() async throws {
    #expect(try await TextEditorClient.previewValue.open(text: "Hello.").text == "Hello.")
  }

  @Test("A failure says in a line what was not changed, and where a changed text is")
  func failures() {
    let file = URL(fileURLWithPath: "/tmp/a.txt")
    #expect(
      TextEditorFailure.unsuccessful(command: "vi", reason: "ended with status 1", file: file)
        .description
        == "the editor 'vi' ended with status 1; nothing was changed, and your text is kept in /tmp/a.txt"
    )
    #expect(
      TextEditorFailure.unsuccessful(command: "vi", reason: "cannot be started", file: nil)
        .description == "the editor 'vi' cannot be started; nothing was changed")
  }
}
