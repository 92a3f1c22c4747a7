import AudioFileClient

struct SilenceSkipper {
  struct Piece: Equatable {
    var start: Int
    var samples: [Float]
  }

  private let blockFrames: Int
  private let channelCount: Int
  private static let edgeBlocks = 15
  private let limit: Float

  private var held: [Piece] = []
  private var pending: [Float] = []
  private var position: Int
  private var quietBlocks = 0

  /// - Parameter limit: The RMS below which audio is silence.
  init(channelCount: Int, sampleRate: Int, startingAt frame: Int, below limit: Float) {
    blockFrames = max(1, sampleRate / 100)
    self.channelCount = channelCount
    self.limit = limit
    position = frame
  }

  /// 26 dB below a recording's loudness, without its pauses.
  static func limit(for peaks: [Peak]) -> Float {
    func meanSquare(_ squares: [Float]) -> Float {
      squares.isEmpty ? 0 : squares.reduce(0, +) / Float(squares.count)
    }
    let squares = peaks.map { $0.rms * $0.rms }
    let gate = meanSquare(squares) / 10
    return meanSquare(squares.filter { $0 > gate }).squareRoot() / 20
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
    let isQuiet = (squares / Float(block.samples.count)).squareRoot() < limit
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
