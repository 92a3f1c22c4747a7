import SpeechClient

/// Sound that comes once, kept until it need not be heard again: an engine that goes on for a lost one
/// gets what that one had heard and not told of.
actor LiveSound {
  private let start: Duration
  /// Pieces and the places of their first samples, counted from the start.
  private var pieces: [(first: Int, samples: [Float])] = []
  private var count = 0
  private var hasEnded = false
  private var failure: (any Error)?
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameter start: Where in the recording the sound begins.
  init(from start: Duration) {
    self.start = start
  }

  /// Takes in what comes, until it ends or the task is cancelled.
  func fill(from samples: SpeechAudio.Samples) async {
    do {
      for try await piece in samples {
        guard !hasEnded
        else { return }
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
  }

  /// The sound from a time in the recording on.
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
    Int(max(.zero, time - start).wholeMilliseconds) * SpeechAudio.sampleRate / 1000
  }

  /// What is there from a place on, and where the next piece begins; `nil` at the end.
  private func piece(from place: Int) async throws -> (samples: [Float], next: Int)? {
    while true {
      if let piece = pieces.first(where: { $0.first + $0.samples.count > place }) {
        let skipped = max(0, place - piece.first)
        return (Array(piece.samples.dropFirst(skipped)), piece.first + piece.samples.count)
      }
      if hasEnded {
        if let failure { throw failure }
        return nil
      }
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  /// Reads on from where it was.
  private actor Reader {
    private let sound: LiveSound
    private let time: Duration
    private var place: Int?

    init(sound: LiveSound, time: Duration) {
      self.sound = sound
      self.time = time
    }

    func next() async throws -> [Float]? {
      let start: Int
      if let place { start = place } else { start = await sound.place(of: time) }
      guard let (samples, next) = try await sound.piece(from: start)
      else { return nil }
      place = next
      return samples
    }
  }
}
