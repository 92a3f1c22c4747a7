import Dependencies
import DependenciesTestSupport
import FileStorage
import Foundation
import LibraryFolder
import SharedModels
import Sharing
import Testing
import UndoCore

@Suite(
  .dependencies {
    $0.libraryFolder = LibraryFolder(root: URL(fileURLWithPath: "/library"))
  })
struct UnsavedTextsTests {
  private let file = URL(fileURLWithPath: "/library/unsaved-texts.json")
  private let other = Recording.ID(UUID(uuid: (9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9)))

  private func text(
    _ kind: UnsavedText.Kind, _ original: String, _ text: String, place: Int? = nil
  ) -> UnsavedText {
    UnsavedText(kind, of: Recording.mock.id, place: place, original: original, text: text)
  }

  @Test("Unsaved text replaces only earlier text of the same field")
  func keeping() {
    var texts: [UnsavedText] = []
    texts.keep(text(.segment, "Yes.", "Yes!", place: 1))
    texts.keep(text(.segment, "Yes.", "No.", place: 4))
    texts.keep(text(.segment, "Yes.", "Yes, please.", place: 1))
    texts.keep(text(.title, "A", "B"))
    texts.keep(text(.title, "Another", "C"))
    #expect(texts.map(\.text) == ["No.", "Yes, please.", "C"])
    texts.drop(text(.title, "", ""))
    #expect(texts.map(\.text) == ["No.", "Yes, please."])
    texts.keep(text(.paragraph, "Yes.", "A", place: 1))
    texts.keep(text(.paragraph, "Yes.", "B", place: 1))
    texts.keep(text(.paragraph, "Yes.", "C", place: 2))
    #expect(texts.map(\.text) == ["No.", "Yes, please.", "B", "C"])
  }

  @Test("Sentences typed one after the other for the same segment are one row")
  func row() {
    let first = text(.segment, "A.", "B.", place: 2)
    let second = text(.segment, "B.", "C.", place: 2)
    let elsewhere = text(.segment, "B.", "D.", place: 3)
    #expect([elsewhere, second, first].segmentEdits(from: first) == [first, second])
    // Back and forth.
    let back = text(.segment, "C.", "A.", place: 2)
    #expect([first, second, back].segmentEdits(from: second) == [second, back, first])
  }

  @Test("A title or tags that the memo has by now are saved")
  func saved() {
    #expect(text(.title, "", " \(Recording.mock.title)").isSaved(in: .mock))
    #expect(!text(.title, "", "Another").isSaved(in: .mock))
    #expect(text(.tags, "", "speech,example").isSaved(in: .mock))
    #expect(!text(.tags, "", "speech").isSaved(in: .mock))
    #expect(!text(.segment, "", Recording.mock.title).isSaved(in: .mock))
  }

  @Test("Data of an older version is read")
  func older() throws {
    let id = Recording.mock.id.rawValue.uuidString
    let data = Data(#"{"kind":"title","original":"A","recordingID":"\#(id)","text":"B"}"#.utf8)
    #expect(try JSONDecoder().decode(UnsavedText.self, from: data) == text(.title, "A", "B"))
  }

  @Test("The editor's file of a text is stored with it")
  func editorFile() throws {
    var typed = text(.text, "A", "B")
    typed.file = URL(fileURLWithPath: "/tmp/memo.txt")
    let data = try JSONEncoder().encode(typed)
    #expect(try JSONDecoder().decode(UnsavedText.self, from: data) == typed)
  }

  @Test("Two programs keep each other's texts, and a discarded text is gone")
  func merged() async throws {
    let files = FileStorage.inMemory
    let mine = text(.title, "A", "B")
    let gone = text(.tags, "a", "b")
    let theirs = UnsavedText(.title, of: other, original: "C", text: "D")
    try await withDependencies {
      $0.defaultFileStorage = files
    } operation: {
      @Shared(.unsavedTexts) var texts
      $texts.withLock { $0 = [gone] }
      try await $texts.save()
      try files.write(try JSONEncoder().encode([gone, theirs]), to: file)
      $texts.withLock {
        $0.drop(gone)
        $0.keep(mine)
      }
      try await $texts.save()
      #expect(Set(texts.map(\.text)) == ["B", "D"])
      let stored = try JSONDecoder().decode(
        [UnsavedText].self, from: try #require(try files.read(file).data))
      #expect(Set(stored.map(\.text)) == ["B", "D"])
    }
  }
}
