import SpeechClient

/// Sound that comes once, kept until it need not be heard again: an engine that goes on for a lost one
/// gets what that one had heard and not told of.
actor LiveSound {
  private let start: Duration
  /// The pieces that are kept, with the places of their first samples, counted from the start.
  private var pieces: [(first: Int, samples: [Float])] = []
  /// How many came before those.
  private var forgottenCount = 0
  private var count = 0
  private var hasEnded = false
  private var failure: (any Error)?
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameter start: Where in the recording the sound begins.
  init(from start: Duration) {
    self.start = start
  }

  /// How many samples are kept.
  var keptCount: Int { count - (pieces.first?.first ?? count) }

  /// Takes in what comes, until it ends or the task is cancelled.
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

  /// Nothing more is taken in; what is here still is heard.
  func end() {
    hasEnded = true
    wake()
  }

  /// The sound before a time in the recording is not needed any more.
  func forget(before time: Duration) {
    let place = place(of: time)
    let rest = pieces.firstIndex { $0.first + $0.samples.count > place } ?? pieces.endIndex
    pieces.removeFirst(rest)
    forgottenCount += rest
  }

  /// The sound from a time in the recording on, as far as it is kept.
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
    SpeechAudio.sampleCount(in: time - start)
  }

  /// The piece of a number, which is counted from the first one that came. Waits for it; `nil` where
  /// none comes, or the task is cancelled. Of forgotten ones it is the first that is kept.
  private func piece(_ number: Int) async throws -> (samples: [Float], first: Int, number: Int)? {
    while !Task.isCancelled {
      let index = max(0, number - forgottenCount)
      if index < pieces.count {
        return (pieces[index].samples, pieces[index].first, forgottenCount + index)
      }
      if hasEnded {
        if let failure { throw failure }
        return nil
      }
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          // Whoever is cancelled by now is not woken any more.
          if Task.isCancelled { continuation.resume() } else { waiting.append(continuation) }
        }
      } onCancel: {
        Task { await wake() }
      }
    }
    return nil
  }

  /// Reads on from where it was.
  private actor Reader {
    private let sound: LiveSound
    private let time: Duration
    private var number = 0

    init(sound: LiveSound, time: Duration) {
      self.sound = sound
      self.time = time
    }

    func next() async throws -> [Float]? {
      let place = await sound.place(of: time)
      while let (samples, first, found) = try await sound.piece(number) {
        number = found + 1
        // Only the first of them may begin before the place.
        if first + samples.count > place { return Array(samples.dropFirst(max(0, place - first))) }
      }
      return nil
    }
  }
}
