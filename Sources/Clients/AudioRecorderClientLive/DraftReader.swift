import Foundation
import POSIX

final class DraftReader: Sendable {
  private let control: RecordingControl
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "AudioRecorderClientLive.DraftReader", qos: .utility)

  private struct State: ~Copyable {
    var decimator = Decimator()
    var draft: Descriptor?
    var isDone = false
    var position = 0
  }

  private static let chunkLength = Draft.sampleRate / 2

  /// Opens the draft now, so that it stays readable after its deletion.
  init(_ control: RecordingControl) {
    self.control = control
    state.withLock { openDraft(&$0) }
  }

  func next() async throws -> [Float]? {
    while true {
      // Checked first, so that the read below includes everything before the end.
      let hasEnded = control.stage == .ended
      if let samples = try await read() { return samples }
      if hasEnded { return rest() }
      try await Task.sleep(for: .milliseconds(50))
    }
  }

  private func rest() -> [Float]? {
    state.withLock { state in
      guard !state.isDone, state.position > 0
      else { return nil }
      state.isDone = true
      let rest = state.decimator.finish()
      return rest.isEmpty ? nil : rest
    }
  }

  private func read() async throws -> [Float]? {
    try await withCheckedThrowingContinuation { continuation in
      queue.async {
        continuation.resume(with: Result { try self.state.withLock { try self.read(&$0) } })
      }
    }
  }

  private func openDraft(_ state: inout State) {
    guard state.draft == nil, case .draft(let url) = control.stage
    else { return }
    state.draft = try? Descriptor(url.path, O_RDONLY)
  }

  private func read(_ state: inout State) throws -> [Float]? {
    openDraft(&state)
    let count = min(control.frameCount - state.position, Self.chunkLength)
    guard state.draft != nil, count > 0
    else { return nil }
    var samples = [Int16](repeating: 0, count: count)
    let offset = Draft.headerSize + 2 * state.position
    let read = try samples.withUnsafeMutableBytes {
      try state.draft?.read(into: $0, at: offset) ?? 0
    }
    let valid = samples.prefix(read / 2).map { Float(Int16(bigEndian: $0)) / 32_768 }
    state.position += valid.count
    let output = state.decimator.output(after: valid)
    return output.isEmpty ? nil : output
  }
}
