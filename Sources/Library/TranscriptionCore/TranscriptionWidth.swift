public import Dependencies
import Foundation

/// How many memos are good to be transcribed at once.
private enum TranscriptionWidthKey: DependencyKey {
  /// As many as there are cores and some memory for, up to four: an engine on one core does more
  /// than half of what it does on two.
  static let liveValue: Int = {
    let process = ProcessInfo.processInfo
    let room = Int(process.physicalMemory / 2_000_000_000)
    return max(1, min(process.activeProcessorCount, room, 4))
  }()

  /// One after the other, in the order in which they wait, whatever the machine.
  static let previewValue = 1
  static let testValue = 1
}

extension DependencyValues {
  /// How many memos are transcribed at once where nobody says how many.
  public var transcriptionWidth: Int {
    get { self[TranscriptionWidthKey.self] }
    set { self[TranscriptionWidthKey.self] = newValue }
  }
}
