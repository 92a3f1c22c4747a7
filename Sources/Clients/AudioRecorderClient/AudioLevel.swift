import Foundation

/// How loud a moment of a recording is.
public struct AudioLevel: Equatable, Sendable {
  /// The largest sample, from 0 to 1. At 1 the sound is clipped.
  public var peak: Float
  /// The root of the mean of the squared samples, from 0 to 1.
  public var rms: Float

  /// Creates a value from its properties.
  public init(peak: Float, rms: Float) {
    self.peak = peak
    self.rms = rms
  }

  /// The level of silence.
  public static let silence = Self(peak: 0, rms: 0)

  /// The place of the loudness on a meter from -60 decibels, which is 0, to full scale, which is 1.
  public var meterFraction: Double {
    rms > 0 ? min(max(1 + Double(log10(rms)) / 3, 0), 1) : 0
  }
}
