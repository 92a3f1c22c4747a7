import Foundation

public struct AudioLevel: Equatable, Sendable {
  public var peak: Float
  public var rms: Float

  public init(peak: Float, rms: Float) {
    self.peak = peak
    self.rms = rms
  }

  public static let silence = Self(peak: 0, rms: 0)

  /// The loudness on a meter: 0 is −60 dB, 1 is full scale.
  public var meterFraction: Double {
    rms > 0 ? min(max(1 + Double(log10(rms)) / 3, 0), 1) : 0
  }
}
