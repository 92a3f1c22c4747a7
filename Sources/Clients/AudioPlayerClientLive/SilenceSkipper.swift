/// Cuts the middle of silences longer than a pause between words.
struct SilenceSkipper {
  struct Piece: Equatable {
    var start: Int
    var samples: [Float]
  }

  private let blockFrames: Int
  private let channelCount: Int
  private static let edgeBlocks = 15
  /// −46 dB.
  private static let threshold: Float = 0.005

  private var held: [Piece] = []
  private var pending: [Float] = []
  private var position: Int
  private var quietBlocks = 0

  init(channelCount: Int, sampleRate: Int, startingAt frame: Int) {
    blockFrames = max(1, sampleRate / 100)
    self.channelCount = channelCount
    position = frame
  }

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
    if held.count > Self.edgeBlocks { held.removeFirst() }
  }
}
