import ComposableArchitecture
import IdentifiedCollections
import SharedModels
import Tagged

/// The memos that the rows of a list were made of, for whoever looks in the background whether the
/// rows are still right. Copies of the state have the same: it is no part of their value.
final class ArrangedRecordings: Equatable, Sendable {
  private let recordings = Protected<IdentifiedArrayOf<Recording>>([])

  /// The memos as they are now, of which rows are about to be made.
  func update(from shared: Shared<IdentifiedArrayOf<Recording>>) -> IdentifiedArrayOf<Recording> {
    // Read while it is locked: whoever has looked before must have seen these, or older ones.
    recordings.withLock {
      $0 = shared.wrappedValue
      return $0
    }
  }

  /// Whether the rows are right for these memos, too. It compares all of them: not to be called on
  /// the main actor.
  func hasSameRows(as others: IdentifiedArrayOf<Recording>) -> Bool {
    Arrangement.hasSameRows(recordings.withLock(\.self), others)
  }

  static func == (lhs: ArrangedRecordings, rhs: ArrangedRecordings) -> Bool { true }
}
