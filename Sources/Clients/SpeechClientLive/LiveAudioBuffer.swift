import SpeechClient

/// Live audio, kept as long as a replacement for a lost engine may need it.
actor LiveAudioBuffer {
  private var pieces: [(first: Int, samples: [Float])] = []
  private var discardedCount = 0
  private var count = 0
  private var hasEnded = false
  private var failure: (any Error)?
  private var waiting: [CheckedContinuation<Void, Never>] = []

  var keptCount: Int { count - (pieces.first?.first ?? count) }

  func fill(from samples: SpeechAudio.Samples) async {
    do {
      for try await piece in samples {
        guard !hasEnded
        else { return }
        guard !piece.isEmpty
        else { continue }
        pieces.append((count, piece))
        count += piece.count
        wake()
      }
    } catch {
      failure = error
    }
    end()
  }

  func end() {
    hasEnded = true
    wake()
  }

  func discard(before time: Duration) {
    let place = place(of: time)
    let rest = pieces.firstIndex { $0.first + $0.samples.count > place } ?? pieces.endIndex
    pieces.removeFirst(rest)
    discardedCount += rest
  }

  nonisolated func samples(from time: Duration) -> SpeechAudio.Samples {
    let reader = Reader(sound: self, time: time)
    return AsyncThrowingStream { try await reader.next() }
  }

  private func wake() {
    let all = waiting
    waiting = []
    for one in all { one.resume() }
  }

  private func place(of time: Duration) -> Int {
    SpeechAudio.sampleCount(in: time)
  }

  /// Waits for the chunk, or for the first kept after it; `nil` at the end or when canceled.
  private func piece(_ number: Int) async throws -> (samples: [Float], first: Int, number: Int)? {
    while !Task.isCancelled {
      let index = max(0, number - discardedCount)
      if index < pieces.count {
        return (pieces[index].samples, pieces[index].first, discardedCount + index)
      }
      if hasEnded {
        if let failure { throw failure }
        return nil
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          // A task that is already canceled is not woken again.
          if Task.isCancelled { continuation.resume() } else { waiting.append(continuation) }
        }
      } onCancel: {
        Task { await wake() }
      }
    }
    return nil
  }

  private actor Reader {
    private let sound: LiveAudioBuffer
    private let time: Duration
    private var number = 0

    init(sound: LiveAudioBuffer, time: Duration) {
      self.sound = sound
      self.time = time
    }

    func next() async throws -> [Float]? {
      let place = await sound.place(of: time)
      while let (samples, first, found) = try await sound.piece(number) {
        number = found + 1
        if first + samples.count > place { return Array(samples.dropFirst(max(0, place - first))) }
      }
      return nil
    }
  }
}
