/// Leaves out what is in the middle of long silences.
///
/// Silence is what stays below a level for longer than a pause between words; a part at both ends
/// of it stays, so that words begin and end softly and sentences stay apart.
struct SilenceSkipper {
  /// A stretch of interleaved samples, and where it is in the recording, in frames.
  struct Piece: Equatable {
    var start: Int
    var samples: [Float]
  }

  private let blockFrames: Int
  private let channelCount: Int
  /// How many quiet blocks stay before and after a silence.
  private static let edgeBlocks = 15
  /// -46 decibels.
  private static let threshold: Float = 0.005

  /// Blocks of silence that may yet turn out to be short.
  private var held: [Piece] = []
  private var pending: [Float] = []
  private var position: Int
  private var quietBlocks = 0

  init(channelCount: Int, sampleRate: Int, startingAt frame: Int) {
    blockFrames = max(1, sampleRate / 100)
    self.channelCount = channelCount
    position = frame
  }

  /// What is to be heard of the samples, as far as that is known.
  mutating func pieces(of samples: [Float]) -> [Piece] {
    pending += samples
    var pieces: [Piece] = []
    let width = blockFrames * channelCount
    var offset = 0
    while pending.count - offset >= width {
      let block = Piece(start: position, samples: Array(pending[offset..<offset + width]))
      offset += width
      position += blockFrames
      take(block, &pieces)
    }
    pending.removeFirst(offset)
    return pieces
  }

  /// What is left at the end.
  mutating func finish() -> [Piece] {
    defer {
      held = []
      pending = []
    }
    return held + (pending.isEmpty ? [] : [Piece(start: position, samples: pending)])
  }

  private mutating func take(_ block: Piece, _ pieces: inout [Piece]) {
    var squares: Float = 0
    for sample in block.samples { squares += sample * sample }
    let isQuiet = (squares / Float(block.samples.count)).squareRoot() < Self.threshold
    guard isQuiet
    else {
      pieces += held
      held = []
      quietBlocks = 0
      pieces.append(block)
      return
    }
    quietBlocks += 1
    if quietBlocks <= Self.edgeBlocks {
      pieces.append(block)
      return
    }
    held.append(block)
    // The oldest of them is in the middle of a silence now.
    if held.count > Self.edgeBlocks { held.removeFirst() }
  }
}
