public import Dependencies
import Foundation

private enum TranscriptionWidthKey: DependencyKey {
  /// One per core and 2 GB, up to four: an engine on one core has over half of its speed on two.
  static let liveValue: Int = {
    let process = ProcessInfo.processInfo
    let room = Int(process.physicalMemory / 2_000_000_000)
    return max(1, min(process.activeProcessorCount, room, 4))
  }()

  static let previewValue = 1
  static let testValue = 1
}

extension DependencyValues {
  public var transcriptionWidth: Int {
    get { self[TranscriptionWidthKey.self] }
    set { self[TranscriptionWidthKey.self] = newValue }
  }
}
