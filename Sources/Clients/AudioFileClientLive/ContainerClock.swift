/// Moves decoded audio to its container's times, which ffmpeg's filter `ashowinfo` logs: fills gaps
/// with silence, skips overlaps. `aresample=async` holds the silence in memory (1.6 GB an hour),
/// repeats it when the channels change, and drops all audio after a clock that restarts.
final class ContainerClock {
  struct Correction {
    let frame: Int
    /// In frames; negative for audio to skip.
    let silence: Int
  }

  private var corrections: [Correction] = []
  private var last: (time: Int, count: Int)?
  private let latestStart: Int
  private var line: [UInt8] = []
  private let longestGap: Int
  private var offset: Int
  /// Frames so far, with corrections and without.
  private var output = 0
  private var read = 0
  private let tolerance: Int

  /// In seconds. Output starts at `origin`; a gap above `longestGap` is a clock that was set.
  init(sampleRate: Int, origin: Double, longestGap: Double) {
    latestStart = Int(frames: max(longestGap, 3_600) * Double(sampleRate))
    self.longestGap = Int(frames: longestGap * Double(sampleRate))
    let start = origin * Double(sampleRate)
    offset = start < 0 ? -Int(frames: -start) : Int(frames: start)
    tolerance = Self.tolerance(sampleRate: sampleRate)
  }

  /// Containers round times to milliseconds, and encoders start up to 20 ms early.
  static func tolerance(sampleRate: Int) -> Int { sampleRate * 3 / 100 }

  static func filter(sampleRate: Int) -> String {
    "aformat=sample_fmts=flt:sample_rates=\(sampleRate),asettb=1/\(sampleRate),ashowinfo"
  }

  func correction(at frame: Int) -> Correction? {
    guard let next = corrections.first, next.frame <= frame
    else { return nil }
    return corrections.removeFirst()
  }

  var nextCorrection: Int? { corrections.first?.frame }

  func add(_ log: [UInt8]) {
    var rest = log[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line += rest[..<end]
      addLine()
      line.removeAll(keepingCapacity: true)
      rest = rest[(end + 1)...]
    }
    line += rest
    if line.count > 4_096 { line.removeAll() }
  }

  private func addLine() {
    guard line.starts(with: "[Parsed_ashowinfo".utf8)
    else { return }
    let fields = line.split(separator: UInt8(ascii: " "))
    func number(_ name: String) -> Int? {
      fields.first { $0.starts(with: name.utf8) }
        .flatMap { Int(String(decoding: $0.dropFirst(name.utf8.count), as: UTF8.self)) }
    }
    guard let count = number("nb_samples:"), (1..<1 << 31).contains(count)
    else { return }
    if let time = number("pts:"), time.magnitude < 1 << 53 { place(time, count) }
    read += count
    output += count
  }

  private func place(_ time: Int, _ count: Int) {
    let jump = time - offset - output
    let isAdvancing = last.map { time - $0.time >= $0.count / 2 } ?? false
    let longestJump = last == nil ? latestStart : longestGap
    last = (time, count)
    guard jump.magnitude > tolerance
    else { return }
    guard jump > 0 ? jump <= longestJump : isAdvancing
    else {
      offset += jump
      return
    }
    corrections.append(Correction(frame: read, silence: jump))
    output += jump
  }
}
