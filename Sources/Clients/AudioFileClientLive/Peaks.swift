import AudioFileClient
import Foundation

extension Media {
  func peaks(_ count: Int, _ cancellation: CancellationSignal) throws -> [Peak] {
    guard count > 0
    else { return [] }
    let info = try info(cancellation)
    guard let source = try source(startingAt: .zero)
    else { return [] }
    let reader = MonoReader(source)
    let total = Int((info.duration / .seconds(1) * Double(source.sampleRate)).rounded())
    let columnCount = min(count, max(1, total))
    var columns: [Peak] = []
    columns.reserveCapacity(columnCount)
    var column = Column()
    var remaining = total / columnCount
    let buffer = UnsafeMutablePointer<Float>.allocate(capacity: reader.capacity)
    defer { buffer.deallocate() }
    while columns.count < columnCount {
      let read = try reader.read(reader.capacity, into: buffer, cancellation)
      if read == 0 { break }
      var samples = UnsafeBufferPointer(start: buffer, count: read)[...]
      while !samples.isEmpty, columns.count < columnCount {
        let part = samples.prefix(remaining)
        column.add(UnsafeBufferPointer(rebasing: part))
        samples = samples.dropFirst(part.count)
        remaining -= part.count
        if remaining == 0 {
          columns.append(column.peak)
          column = Column()
          let next = columns.count
          remaining = (next + 1) * total / columnCount - next * total / columnCount
        }
      }
    }
    if column.count > 0 { columns.append(column.peak) }
    let silence = Peak(max: 0, min: 0, rms: 0)
    return columns + Array(repeating: silence, count: columnCount - columns.count)
  }
}

private struct Column {
  var count = 0
  private var max: Float = -.infinity
  private var min: Float = .infinity
  private var squares = 0.0

  var peak: Peak {
    Peak(max: max, min: min, rms: Float((squares / Double(count)).squareRoot()))
  }

  mutating func add(_ samples: UnsafeBufferPointer<Float>) {
    var (high, low, sum) = (max, min, Float(0))
    for sample in samples {
      high = sample > high ? sample : high
      low = sample < low ? sample : low
      sum += sample * sample
    }
    (max, min) = (high, low)
    squares += Double(sum)
    count += samples.count
  }
}
