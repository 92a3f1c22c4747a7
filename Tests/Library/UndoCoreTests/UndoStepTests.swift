import Foundation
import SharedModels
import SharedSettings
import Tagged
import Testing
import UndoCore

struct UndoStepTests {
  private let memo = Recording.mock

  private func step(_ change: (inout Recording) -> Void) -> UndoStep? {
    var changed = memo
    change(&changed)
    return UndoStep(from: [memo], to: [changed])
  }

  @Test("A step is named by its change and its memos, and long titles are shortened for the footer")
  func names() {
    #expect(step { $0.title = "Budget" }?.name == "rename of 'Budget'")
    #expect(step { $0.tags = [] }?.name == "tag change of 'A note on the budget'")
    let favorite = step { $0.isFavorite.toggle() }
    #expect(favorite?.shortName == "favorite change of 'A note on t\u{2026}'")
    #expect(step { $0.date = .distantPast } == nil)
    #expect(UndoStep(.deleted([memo, memo]), of: [memo, memo]).name == "deletion of 2 memos")
    let cleanup = UndoStep.Change.deleted(
      [memo, memo], by: .cleanup(former: Settings.Retention()))
    #expect(UndoStep(cleanup, of: [memo, memo]).name == "cleanup of 2 memos")
    var untitled = memo
    untitled.title = ""
    #expect(UndoStep(.restored([untitled]), of: [untitled]).name == "restoration of 'Untitled'")
  }

  @Test("Only the changed detail is reverted, and only if it is still as the change left it")
  func details() throws {
    let step = try #require(step { $0.title = "Budget" })
    guard case .details(let changes) = step.change
    else { throw CancellationError() }
    var current = memo
    current.title = "Budget"
    current.tags = ["new"]
    #expect(changes.map { $0.fits(current) } == [true])
    for change in changes { change.revert(&current) }
    #expect(current.title == memo.title && current.tags == ["new"])
    let inverse = changes.map(\.inverse)
    #expect(inverse.map { $0.fits(current) } == [true])
    for change in inverse { change.revert(&current) }
    #expect(current.title == "Budget" && current.tags == ["new"])
    #expect(step.inverse(.details(inverse)).name == step.name)
    current.title = "Other"
    #expect(changes.map { $0.fits(current) } == [false])
  }

  @Test("The last changes of one transcript are removed")
  func removed() {
    let (id, other) = (Transcription.ID(UUID()), Transcription.ID(UUID()))
    func edit(_ id: Transcription.ID, _ time: Double) -> UndoStep {
      UndoStep(.text(id, editedAt: Date(timeIntervalSince1970: time)), of: [memo])
    }
    var steps = [edit(id, 1), edit(id, 2), edit(other, 3), edit(id, 4)]
    steps.removeLast(2, of: id)
    #expect(steps == [edit(id, 1), edit(other, 3)])
    steps.removeLast(2, of: id)
    #expect(steps == [edit(other, 3)])
  }
}
